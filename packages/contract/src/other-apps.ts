/** Servers of other programs on this computer: brought over from their configurations, and given back to them (S04). */
import * as z from 'zod/mini';
import { TextDiff } from './configuration.ts';
import { request } from './define.ts';
import { ServerId } from './ids.ts';
import { PasteCandidate } from './servers.ts';

/** Programs whose configuration is known. Their names are brands and stand in no catalogue. */
export const appIds = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'vscode-insiders', 'vscodium', 'cline', 'windsurf', 'zed', 'lm-studio', 'goose'] as const;
export const AppId = z.enum(appIds);
export type AppId = z.infer<typeof AppId>;

const none = z.object({});
const stamp = z.string().check(z.maxLength(64));
const serverIds = z.array(ServerId).check(z.minLength(1), z.maxLength(500));

/** A server of another program. Values are masked as in every view of what the host holds; they are read by the host alone. */
export const ImportCandidate = z.extend(PasteCandidate, {
  /** Its place in the file. */
  key: z.number(),
  /** Where in the file it stands, when that is not the usual place: a project's folder. */
  place: z.nullable(z.string()),
});
export type ImportCandidate = z.infer<typeof ImportCandidate>;

export const ImportFile = z.object({
  /** Names the file in `imports/add`; the window never names a path. */
  id: z.string().check(z.maxLength(128)),
  app: AppId,
  appName: z.string(),
  path: z.string(),
  /** Where a link leads that stands there; null for a plain file. */
  realPath: z.nullable(z.string()),
  /** Of the text that was read. */
  stamp,
  candidates: z.array(ImportCandidate),
  /** Entries that cannot be taken over. */
  skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
  /** Why the file as a whole cannot be read; null when it can. */
  problem: z.nullable(z.object({ reason: z.string(), line: z.number() })),
});
export type ImportFile = z.infer<typeof ImportFile>;

/** What a person should know of one server that is given to another program. */
export const ExportRemark = z.object({
  kind: z.enum(['secret-left-out', 'secret-as-reference', 'secret-written', 'variables-not-expanded', 'folder-not-supported', 'address-not-supported', 'built-in', 'from-bundle', 'other-name', 'not-contained-there']),
  /** Names of the variables, headers or arguments concerned. */
  subjects: z.array(z.string()),
});
export type ExportRemark = z.infer<typeof ExportRemark>;

export const ExportTarget = z.object({ app: AppId, name: z.string(), path: z.string(), exists: z.boolean(), takesAddresses: z.boolean(), takesReferences: z.boolean() });
export type ExportTarget = z.infer<typeof ExportTarget>;

const secrets = z.enum(['references', 'values']);

export const otherApps = {
  /** Looks for configurations of other programs in their known places and reads them. Only when a person asks for it. */
  'imports/find': request(none, z.object({ files: z.array(ImportFile) })),
  /**
   * What a project's folder brings along for programs that open it. Reads three known names in it, starts and adds nothing
   * (A09). Fails with `invalid-input` for what is no folder.
   */
  'imports/findInFolder': request(z.object({ folder: z.string().check(z.maxLength(4096)) }), z.object({ files: z.array(ImportFile) })),
  /**
   * Adds servers of a found file, all in one write, each switched off and not reviewed (A04). Fails with
   * `other-file-changed` when the file is no longer the one that was shown. `undo` is a copy to restore. `keepSecrets`: values
   * in the open that are likely secrets go into the secret store, and never into our file.
   */
  'imports/add': request(
    z.object({ file: z.string().check(z.maxLength(128)), stamp, servers: z.array(z.object({ key: z.number(), replace: z.optional(ServerId), keepSecrets: z.optional(z.boolean()) })).check(z.minLength(1), z.maxLength(500)) }),
    z.object({ added: z.array(ServerId), undo: z.string() }),
  ),
  'exports/targets': request(none, z.object({ targets: z.array(ExportTarget) })),
  /** What giving these servers to a program would write; writes nothing. Secret values are masked in the comparison. */
  'exports/preview': request(
    z.object({ app: AppId, servers: serverIds, secrets }),
    z.object({
      path: z.string(),
      stamp,
      diff: TextDiff,
      servers: z.array(z.object({ serverId: ServerId, name: z.string(), outcome: z.enum(['added', 'changed', 'same', 'left-out']), remarks: z.array(ExportRemark) })),
      /** Whether anything secret is left out or written as a reference. */
      hasSecrets: z.boolean(),
    }),
  ),
  /** Writes it, with the file as it was beside it. Fails with `other-file-changed` when that is not the one compared with. */
  'exports/write': request(z.object({ app: AppId, servers: serverIds, secrets, stamp }), z.object({ path: z.string(), backup: z.nullable(z.string()) })),
  /** The servers as JSON in the common shape, to be copied. */
  'exports/text': request(z.object({ servers: serverIds, secrets }), z.object({ text: z.string() })),
} as const;
