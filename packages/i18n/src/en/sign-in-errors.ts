/** Why a server has no usable sign-in, by the reason that came with it. Never a word of the site itself. */
import { has, list, text, type ErrorDetails, type ErrorText } from '../error-details.ts';

type D = ErrorDetails;
const site = (d: D): string => text(d, 'authorizationServer', 'the site where you sign in');
const Site = (d: D): string => text(d, 'authorizationServer', 'The site where you sign in');
const server = (d: D): string => text(d, 'server', 'The server');
const theServer = (d: D): string => text(d, 'server', 'the server');
const code = (d: D): string => (has(d, 'oauthCode') ? ` (${text(d, 'oauthCode', '')})` : '');
const scopes = (d: D): string => list(d, 'scopes').join(', ');

const usual: ErrorText = {
  what: (d) => (has(d, 'authorizationServer') ? `${server(d)} wants you to sign in at ${site(d)}.` : `${server(d)} wants you to sign in.`),
  next: () => 'Use “Sign in”. Nothing opens before you say so.',
};

const reasons: Record<string, ErrorText> = {
  declined: { what: (d) => `Access to ${theServer(d)} was declined.`, next: () => 'Sign in again if that was a mistake.' },
  expired: { what: (d) => `Nobody came back from signing in to ${theServer(d)}.`, next: () => 'The wait is over and the port is closed. Sign in again when you are ready.' },
  discovery: { what: (d) => `${server(d)} does not say, in a way that can be read, where to sign in.`, next: () => 'Ask whoever runs it for a token and add it as an Authorization header, or tell them.' },
  'unsafe-address': { what: (d) => `Signing in to ${theServer(d)} would lead to an address that is not safe; it was not opened.`, next: () => 'Be careful with this server. The details below say which address it is.' },
  'issuer-mismatch': { what: (d) => `What answered for ${site(d)} is not the site the sign-in began with. It was thrown away.`, next: () => 'Try again. If it stays, do not trust this server.' },
  'issuer-changed': { what: (d) => `${server(d)} now sends you to ${site(d)}, for which your client ID was not given. It was not sent there.`, next: () => 'If the change is right, enter the client ID for the new site.' },
  'resource-mismatch': { what: (d) => `The sign-in that ${theServer(d)} describes is for another server. It was not used.`, next: () => 'Check the address of the server.' },
  'pkce-unsupported': { what: (d) => `${Site(d)} does not offer the protection (PKCE) without which a sign-in can be stolen. It was not begun.`, next: () => 'Ask whoever runs it to turn PKCE with S256 on.' },
  'registration-refused': { what: (d) => `${Site(d)} did not accept Portolan as an app${code(d)}.`, next: () => 'Register Portolan there by hand and enter the client ID under “Registered by hand”.' },
  'client-id-needed': { what: (d) => `${Site(d)} lets in only apps it knows.`, next: () => 'Register Portolan there and enter the client ID under “Registered by hand”.' },
  'token-refused': { what: (d) => `${Site(d)} did not complete the sign-in${code(d)}.`, next: () => 'Sign in again. If it stays, the site or the client ID is the cause.' },
  'not-accepted': { what: (d) => `${server(d)} refuses the sign-in that ${site(d)} has just given for it.`, next: () => 'The fault is with the server or the site; signing in again seldom helps. Tell whoever runs them.' },
  'insufficient-scope': { what: (d) => (has(d, 'scopes') ? `${server(d)} needs more permission for this: ${scopes(d)}.` : `${server(d)} needs more permission for this.`), next: () => 'Sign in again to grant it, then repeat what you did.' },
  unavailable: { what: (d) => `${Site(d)} could not be reached safely, or does not work at the moment.`, next: () => 'Nothing was sent to it. The details below say why; a certificate that nobody vouches for is refused. Try again later, or tell whoever runs it.' },
  storage: { what: (d) => `The sign-in to ${theServer(d)} could not be read from where it is kept.`, next: () => 'Look at Settings, Secrets.' },
  'header-refused': { what: (d) => `${server(d)} refuses the Authorization header in its settings.`, next: () => 'Correct it, or remove it to sign in in the browser instead.' },
};

export const signInError: ErrorText = {
  what: (d) => (reasons[text(d, 'reason', '')] ?? usual).what(d),
  next: (d) => (reasons[text(d, 'reason', '')] ?? usual).next(d),
};
