import type { Dict } from '../engine/types.ts';

/** What an authorization server does, and how it misbehaves; may be changed while it runs. */
export interface AuthorizationBehaviour {
  /** Where its metadata is: RFC 8414, OpenID Connect, or nowhere. */
  metadata: 'oauth' | 'openid' | 'none';
  /** Replaces fields of the metadata; undefined takes one away. */
  overrides: Dict;
  /** Path of the issuer, as of one tenant of many. Empty for none. */
  tenant: string;
  registration: 'open' | 'none' | 'refused';
  /** Takes the https: address of a document as client id. The document is not fetched; what `clientDocuments` has counts. */
  clientDocuments: Record<string, { redirect_uris: string[] }>;
  /** Known beforehand, with their secret; an empty secret is a public client. */
  clients: Record<string, string>;
  /** What the person at the browser does: consents, says no, walks away, or meets an error page. */
  consent: 'allow' | 'deny' | 'nothing' | 'error-page';
  /** The `iss` in the answer: right, missing, another's, or the same to everybody but a string comparison. */
  iss: 'right' | 'none' | 'wrong' | 'slash';
  /** More parameters of the redirect back, after everything else. */
  redirectExtras: Dict;
  /** Replaces `state` in the redirect back; null leaves it out. */
  state: string | null | undefined;
  /** Seconds; undefined sends none. */
  expiresIn: number | undefined;
  /** When set, is sent as `expires_in` instead, whatever it is. */
  claimedExpiresIn: unknown;
  refreshTokens: 'rotate' | 'keep' | 'none';
  /** Granted scopes; undefined grants what was asked for. */
  grantedScopes: string[] | undefined;
  /** Answers the token endpoint gives instead of tokens. */
  tokenAnswer: { status: number; body: unknown; headers?: Record<string, string> } | undefined;
  /** Milliseconds before a token answer. */
  tokenDelay: number;
  /** Answers every request with this status. */
  down: number | undefined;
  /** Demands and checks DPoP proofs, with a nonce of its own or without. */
  dpop: 'none' | 'plain' | 'nonce';
  /** The ID token's claims; undefined sends no ID token. */
  idToken: Dict | undefined;
  /** Assertions taken for the JWT bearer grant. */
  assertions: string[];
}

/** What the MCP server in front of it does about authorization; may be changed while it runs. */
export interface ProtectionBehaviour {
  /** Where its metadata is. `announced`: at an unusual place named in the challenge. */
  metadata: 'path' | 'root' | 'announced' | 'none';
  /** The authorization server stands at the server's own origin, as before 2025-06-18. */
  isOwnAuthority: boolean;
  /** Replaces fields of the metadata. */
  overrides: Dict;
  /** The challenge names the metadata's address. */
  namesMetadata: boolean;
  /** Scopes in the challenge of a 401. */
  challengeScopes: string[] | undefined;
  /** Scopes every request needs; less is answered with 403. */
  requiredScopes: string[];
  /** Scopes that calls of a tool need. */
  toolScopes: Record<string, string[]>;
  /** Refuses every token, or answers every request that has one with 403 `insufficient_scope`. */
  refuses: 'nothing' | 'tokens' | 'scopes';
  /** Methods that need no token. */
  openMethods: string[];
  /** Sends requests with a token to another place. */
  redirect: { status: number; to: string } | undefined;
  /** Replaces the challenge. */
  challenge: string | undefined;
}

export const defaultAuthorization: AuthorizationBehaviour = {
  metadata: 'oauth',
  overrides: {},
  tenant: '',
  registration: 'open',
  clientDocuments: {},
  clients: {},
  consent: 'allow',
  iss: 'right',
  redirectExtras: {},
  state: undefined,
  expiresIn: 3600,
  claimedExpiresIn: undefined,
  refreshTokens: 'rotate',
  grantedScopes: undefined,
  tokenAnswer: undefined,
  tokenDelay: 0,
  down: undefined,
  dpop: 'none',
  idToken: undefined,
  assertions: [],
};

export const defaultProtection: ProtectionBehaviour = {
  metadata: 'path',
  isOwnAuthority: false,
  overrides: {},
  namesMetadata: true,
  challengeScopes: undefined,
  requiredScopes: [],
  toolScopes: {},
  refuses: 'nothing',
  openMethods: [],
  redirect: undefined,
  challenge: undefined,
};
