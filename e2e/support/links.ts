/** Links that ask to add servers, as pages and other programs make them. */

/** `portolan://install?config=…` with a base64url value, or one given as text. */
export function installLink(config: unknown, more = ''): string {
  return `portolan://install?config=${Buffer.from(typeof config === 'string' ? config : JSON.stringify(config)).toString('base64url')}${more}`;
}
