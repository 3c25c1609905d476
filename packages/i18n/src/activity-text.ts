/** An entry of the activity log as one sentence. */
import type { Catalogue } from './catalogue-type.ts';
import type { ErrorDetails } from './error-details.ts';

export interface ActivitySentence {
  by: string;
  serverName: string;
  event: { readonly type: keyof Catalogue['activity']['events'] };
}

/** Names in it were written by strangers: to be shown with hidden characters revealed. */
export function activityText(t: Pick<Catalogue, 'activity'>, { by, serverName, event }: ActivitySentence): string {
  const details: Record<string, string | number | readonly string[]> = { by, ...(serverName === '' ? {} : { server: serverName }) };
  for (const [name, value] of Object.entries(event) as [string, unknown][]) {
    if (typeof value === 'string' || typeof value === 'number') details[name] = value;
    else if (value === true) details[name] = 'yes';
    else if (Array.isArray(value)) details[name] = value.map((each) => (name === 'fields' ? fieldName(t, event.type, String(each)) : String(each)));
  }
  return t.activity.events[event.type](details satisfies ErrorDetails);
}

/** What was changed of a server or of the settings, in words; a name that is not known stays as it is. */
export function fieldName({ activity }: Pick<Catalogue, 'activity'>, type: ActivitySentence['event']['type'], field: string): string {
  const names: Record<string, string> = type === 'settings-changed' ? activity.settingFields : type === 'server-changed' ? activity.serverFields : {};
  return Object.hasOwn(names, field) ? (names[field] ?? field) : field;
}
