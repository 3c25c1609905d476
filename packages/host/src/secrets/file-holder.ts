/** The key in a file beside the secrets: good against copying one of the two, not against a program that runs as this user. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyNotHad, readKey } from './key-holder.ts';
import type { KeyHolder } from './key-holder.ts';

/** Keys of the first format lie under this name, without a descriptor. */
const firstName = 'secrets.key';

export function fileHolder(folder: string): KeyHolder {
  const pathOf = (descriptor: unknown): string => {
    const name: unknown = typeof descriptor === 'object' && descriptor !== null ? Reflect.get(descriptor, 'name') : undefined;
    if (name !== undefined && (typeof name !== 'string' || !/^secrets(?:-[0-9a-f]{8})?\.key$/.test(name))) throw new KeyNotHad('wrong-key');
    return join(folder, name ?? firstName);
  };
  return {
    kind: 'file',
    problem: () => Promise.resolve(null),
    hold: (key) => {
      // A name of its own: until the secrets say which key is theirs, the one before must stay where it is.
      const name = `secrets-${randomUUID().slice(0, 8)}.key`;
      writeFileSync(join(folder, name), key.toString('base64'), { mode: 0o600, flush: true });
      return Promise.resolve({ name });
    },
    release: (descriptor) => {
      const path = pathOf(descriptor);
      if (!existsSync(path)) return Promise.reject(new KeyNotHad('gone'));
      return Promise.resolve(readKey(readFileSync(path, 'utf8')));
    },
    forget: (descriptor) => {
      rmSync(pathOf(descriptor), { force: true });
      return Promise.resolve();
    },
  };
}
