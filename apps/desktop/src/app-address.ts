/** The window's own origin. Everything else is foreign. */
export const appScheme = 'portolan-app';
const appHost = 'main';
export const startAddress = `${appScheme}://${appHost}/`;

/** Whether an address is of the window's own origin. */
export function isOwnAddress(address: string): boolean {
  const url = parseAddress(address);
  // Node gives schemes it does not know the origin "null", so the parts are compared.
  return url !== null && url.protocol === `${appScheme}:` && url.host === appHost && url.username === '' && url.password === '';
}

/** Null for what is not an address. `URL.parse` is not in every Node that Electron carries. */
export function parseAddress(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
