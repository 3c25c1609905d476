/** How much of a prompt a window takes: its messages go back to the host when they are sent, so they fit the smaller frame. */
import { HostError } from '@portolan/contract/errors';

/** Bytes of JSON; a frame from a window holds 8 MiB. */
const longestPrompt = 6 * 1024 * 1024;

/** @throws {HostError} `server-invalid-result`, too-large */
export function promptForWindow<T>(messages: T[], server: string): T[] {
  const size = Buffer.byteLength(JSON.stringify(messages));
  if (size > longestPrompt) throw new HostError('server-invalid-result', { server, method: 'prompts/get', reason: 'too-large', size, limit: longestPrompt });
  return messages;
}
