/** A profile as a file: names instead of ids, and nothing secret. What comes in is a stranger's until the person has looked at it. */
import * as z from 'zod/mini';
import { HostError } from '@portolan/contract/errors';
import { longestProfileFile, ProfileInput } from '@portolan/contract/profiles';
import type { ProfileGap } from '@portolan/contract/profiles';
import { readableName } from '../hidden-characters.ts';
import { absentServer } from './profile-servers.ts';
import type { Surroundings } from './profile-servers.ts';

export const profileFileVersion = 1;

const name = ProfileInput.shape.name;
const ProfileFile = z.object({
  format: z.literal('portolan-profile'),
  version: z.literal(profileFileVersion),
  profile: z.object({
    name,
    model: z.nullable(z.object({ provider: z.object({ kind: z.string().check(z.maxLength(100)), name: z.string().check(z.maxLength(1024)) }), model: z.string().check(z.minLength(1), z.maxLength(256)) })),
    parameters: ProfileInput.shape.parameters,
    instructions: ProfileInput.shape.instructions,
    servers: z.nullable(z.array(z.object({ name: z.string().check(z.minLength(1), z.maxLength(1024)), tools: z.nullable(z.array(z.string().check(z.maxLength(1024))).check(z.maxLength(2_000))) })).check(z.maxLength(500))),
  }),
});

/** @param clean strikes out what must not leave */
export function writeProfile(config: Surroundings, profile: ProfileInput, clean: (text: string) => string): string {
  const { model, parameters, instructions, servers } = profile;
  const provider = model === null ? undefined : config.providers.find(({ id }) => id === model.providerId);
  const file: z.infer<typeof ProfileFile> = {
    format: 'portolan-profile',
    version: profileFileVersion,
    profile: {
      name: profile.name,
      model: model === null || provider === undefined ? null : { provider: { kind: provider.kind, name: provider.name }, model: model.model },
      parameters,
      instructions: clean(instructions),
      servers: servers?.map(({ serverId, name: was, tools }) => ({ name: config.servers.find(({ id }) => id === serverId)?.name ?? was, tools })) ?? null,
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** @throws {HostError} `profile-file-refused` */
export function readProfile(config: Surroundings, text: string): { profile: ProfileInput; gaps: ProfileGap[] } {
  const refuse = (reason: string): never => {
    throw new HostError('profile-file-refused', { reason });
  };
  if (text.length > longestProfileFile) refuse('too-large');
  const value = json(text);
  const version: unknown = Reflect.get(Object(value), 'version');
  if (Reflect.get(Object(value), 'format') === 'portolan-profile' && typeof version === 'number' && version > profileFileVersion) refuse('newer');
  const parsed = ProfileFile.safeParse(value);
  if (!parsed.success) return refuse('not-a-profile');
  const { profile } = parsed.data;
  const gaps: ProfileGap[] = [];
  const { model } = profile;
  const same = model === null ? [] : config.providers.filter(({ kind }) => kind === model.provider.kind);
  const provider = same.find((each) => each.name === model?.provider.name) ?? (same.length === 1 ? same[0] : undefined);
  if (model !== null && provider === undefined) gaps.push({ kind: 'model', provider: model.provider.name, model: model.model });
  return {
    profile: {
      name: readableName(profile.name) || '?',
      model: model === null || provider === undefined ? null : { providerId: provider.id, model: model.model },
      parameters: profile.parameters,
      instructions: profile.instructions.toWellFormed(),
      servers: profile.servers?.map((each) => ({ serverId: config.servers.find((server) => server.name === each.name)?.id ?? absentServer(each.name), name: each.name, tools: each.tools })) ?? null,
    },
    gaps,
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
}
