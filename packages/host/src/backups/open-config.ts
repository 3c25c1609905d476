/** The configuration without what is secret in it: names in the place of values that stand there in the open. */
import { changeEntry } from '../config/server-edits.ts';
import { readConfig } from '../config/read-config.ts';
import { takeOpen } from '../servers/open-secrets.ts';

/** `withSecrets`: servers whose entries had some. Throws what reading a broken file throws. */
export function configWithoutSecrets(text: string, sealKey: Buffer, certain: readonly string[]): { text: string; withSecrets: string[] } {
  let clean = text;
  const withSecrets: string[] = [];
  for (const server of readConfig(text, sealKey).state.servers) {
    const { launch, secrets } = takeOpen(server.launch);
    if (secrets.length === 0) continue;
    withSecrets.push(server.name);
    clean = changeEntry(clean, server, { ...server, launch }, sealKey);
  }
  // In a comment, or in a field that is nobody's.
  for (const secret of certain) clean = clean.replaceAll(secret, '•••');
  return { text: clean, withSecrets };
}
