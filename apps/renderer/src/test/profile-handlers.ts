/** Profiles and prompt templates of the host in memory: what was said of them is kept, and told again. */
import type { EventOf, HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { ProfileId, TemplateId } from '@portolan/contract/ids';
import type { profiles as profilesContract, ProfileView } from '@portolan/contract/profiles';
import { readTemplate, variablesOf } from '@portolan/contract/template-text';
import type { runs as runsContract } from '@portolan/contract/runs';
import type { templates as templatesContract, TemplateProblem, TemplateView } from '@portolan/contract/templates';
import { Feed } from './feed.ts';
import type { HostInMemory } from './host-in-memory.ts';

export const profileOf = (name: string, more: Partial<ProfileView> = {}): ProfileView => ({ id: ProfileId.parse(`pf-${name.replaceAll(/\W/g, '-')}`), name, model: null, parameters: {}, instructions: '', servers: null, updatedAt: 1, gaps: [], ...more });
export const templateOf = (name: string, text: string, more: Partial<TemplateView> = {}): TemplateView => ({ id: TemplateId.parse(`pt-${name}`), name, description: '', text, updatedAt: 1, variables: variablesOf(readTemplate(text)), ...more });

export function profileHandlers(host: HostInMemory): HandlersFor<typeof profilesContract & typeof templatesContract & typeof runsContract> {
  const { state } = host;
  const profileFeed = new Feed<EventOf<'profiles/watch'>>();
  const templateFeed = new Feed<EventOf<'templates/watch'>>();
  const removedTemplates = new Map<TemplateId, TemplateView>();
  const profilesEvent = () => ({ profiles: state.profiles, defaultId: state.defaultProfile });
  const templatesEvent = () => ({ templates: state.ownTemplates });
  const known = (id: ProfileId): ProfileView => {
    const found = state.profiles.find((each) => each.id === id);
    if (found === undefined) throw new HostError('profile-unknown', { profile: id });
    return found;
  };
  const put = (profile: ProfileView): ProfileView => {
    state.profiles = [...state.profiles.filter(({ id }) => id !== profile.id), profile].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    profileFeed.publish(profilesEvent());
    return profile;
  };
  const check = (text: string): TemplateProblem[] => [
    ...readTemplate(text).flatMap((part): TemplateProblem[] => (part.type === 'bad' ? [{ kind: 'unreadable', start: part.start, end: part.end, of: part.fault }] : [])),
    ...state.templateProblems(text),
  ];
  return {
    'profiles/watch': (_input, { signal }) => profileFeed.watch(signal, [profilesEvent()]),
    'profiles/save': ({ profileId, profile }) => {
      if (state.profiles.some(({ id, name }) => id !== profileId && name === profile.name)) throw new HostError('profile-name-taken', { name: profile.name });
      return put(profileId === undefined ? profileOf(profile.name, profile) : { ...known(profileId), ...profile });
    },
    'profiles/duplicate': ({ profileId, name }) => put(profileOf(name, { ...known(profileId), id: ProfileId.parse(`pf-copy-${state.profiles.length}`), name })),
    'profiles/remove': ({ profileId }) => {
      put({ ...known(profileId), isRemoved: true });
      return {};
    },
    'profiles/restore': ({ profileId }) => {
      const { isRemoved: _was, ...profile } = known(profileId);
      return put(profile);
    },
    'profiles/setDefault': ({ profileId }) => {
      state.defaultProfile = profileId;
      profileFeed.publish(profilesEvent());
      return {};
    },
    'profiles/export': ({ profileId }) => ({ text: JSON.stringify(known(profileId)) }),
    'profiles/readFile': () => ({ profile: { name: 'Imported', model: null, parameters: {}, instructions: 'Be someone else.', servers: null }, gaps: [{ kind: 'server', server: 'far' }] }),
    'profiles/import': () => put(profileOf('Imported', { instructions: 'Be someone else.' })),
    'conversations/setProfile': ({ conversationId, profileId }) => host.changeChat(conversationId, { profileId: profileId ?? undefined }),

    // Only the command line asks for it.
    'runs/start': () => {
      throw new HostError('unknown-method', { method: 'runs/start' });
    },
    'templates/watch': (_input, { signal }) => templateFeed.watch(signal, [templatesEvent()]),
    'templates/check': ({ text }) => ({ problems: check(text) }),
    'templates/save': ({ templateId, template, anyway }) => {
      const problems = check(template.text);
      if (problems.length > 0 && !anyway) return { template: null, problems };
      const saved = templateOf(template.name, template.text, { ...template, ...(templateId === undefined ? {} : { id: templateId }) });
      state.ownTemplates = [...state.ownTemplates.filter(({ id }) => id !== saved.id), saved];
      templateFeed.publish(templatesEvent());
      return { template: saved, problems };
    },
    'templates/remove': ({ templateId }) => {
      const found = state.ownTemplates.find(({ id }) => id === templateId);
      if (found !== undefined) removedTemplates.set(templateId, found);
      state.ownTemplates = state.ownTemplates.filter(({ id }) => id !== templateId);
      templateFeed.publish(templatesEvent());
      return {};
    },
    'templates/restore': ({ templateId }) => {
      const found = removedTemplates.get(templateId);
      if (found === undefined) throw new HostError('template-unknown', { template: templateId });
      state.ownTemplates = [...state.ownTemplates, found];
      templateFeed.publish(templatesEvent());
      return found;
    },
    'templates/use': ({ templateId, values }) => {
      const found = state.ownTemplates.find(({ id }) => id === templateId);
      if (found === undefined) throw new HostError('template-unknown', { template: templateId });
      const text = readTemplate(found.text).map((part) => (part.type === 'text' ? part.text : part.type === 'variable' ? (values[part.name] ?? '') : part.type === 'bad' ? '' : part.of)).join('');
      return { text, attachments: [], tools: [], problems: state.templateProblems(found.text) };
    },
  };
}
