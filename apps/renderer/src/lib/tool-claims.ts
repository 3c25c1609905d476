/** What a server claims of its tool (its annotations), in words; shown as claims, never as facts (C09). */
import type { ToolView } from '@portolan/contract/servers';
import type { Catalogue } from '@portolan/i18n/catalogue-type';

export function claimsOf({ annotations: hints = {} }: Pick<ToolView, 'annotations'>, { tools: { hints: words } }: Catalogue): string[] {
  return [
    hints.readOnlyHint === true ? words.readOnly : null,
    hints.destructiveHint === true ? words.destructive : null,
    hints.idempotentHint === true ? words.idempotent : null,
    hints.openWorldHint === true ? words.openWorld : null,
  ].filter((each) => each !== null);
}
