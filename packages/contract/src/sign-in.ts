/**
 * Signing in to servers over HTTP (S19). The host holds tokens and runs the flow; a window shows whom a person would trust,
 * and hands back what they decide. https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ServerId } from './ids.ts';

/** What a person should know before a browser opens (G09, G10). Hosts are punycode, as the browser will read them. */
export const SignInAsk = z.object({
  /** Names this question: an answer to an older one does nothing. */
  id: z.string(),
  /** `step-up`: one operation of a running connection needs more than was granted. */
  cause: z.enum(['sign-in', 'step-up']),
  serverHost: z.string(),
  /** Where the browser would go: the host that asks for a password. */
  authorizationHost: z.string(),
  /** No sign-in at this authorization server was ever finished for this server. */
  isFirstUse: z.boolean(),
  /** Everything that will be asked for; null leaves it to the authorization server. */
  scopes: z.nullable(z.array(z.string())),
  /** What of it was not granted before. */
  newScopes: z.array(z.string()),
  /** How the authorization server comes to know this app. */
  registration: z.enum(['preregistered', 'document', 'dynamic']),
});
export type SignInAsk = z.infer<typeof SignInAsk>;

/**
 * A sign-in under way. `looking`: who gives out the tokens is being found out; `asking`: waits for the person here;
 * `preparing`: the address is being made; `waiting`: the browser has it, `url` and `expiresAt` (milliseconds since the epoch)
 * are set; `finishing`: somebody came back.
 */
export const SignInFlow = z.object({
  stage: z.enum(['looking', 'asking', 'preparing', 'waiting', 'finishing']),
  ask: z.nullable(SignInAsk),
  url: z.nullable(z.string()),
  expiresAt: z.nullable(z.number()),
});
export type SignInFlow = z.infer<typeof SignInFlow>;

/** What a person registered at an authorization server beforehand. The secret goes in and never comes out. */
export const SignInClient = z.object({ clientId: z.string(), hasSecret: z.boolean(), issuer: z.nullable(z.string()) });
export type SignInClient = z.infer<typeof SignInClient>;

export const SignInView = z.object({
  serverId: ServerId,
  /** The server has asked for a token, or there is one for it. */
  isWanted: z.boolean(),
  /** `refused`: there are tokens, and the server does not take them. */
  state: z.enum(['signed-out', 'signed-in', 'refused']),
  /** As the authorization server named it; nobody has verified it. */
  account: z.nullable(z.string()),
  authorizationHost: z.nullable(z.string()),
  scopes: z.nullable(z.array(z.string())),
  /** Milliseconds since the epoch; null when nobody knows. */
  expiresAt: z.nullable(z.number()),
  isRenewable: z.boolean(),
  /** False when the sign-in will be gone with this run of the app. */
  isStored: z.boolean(),
  /** The last thing that went wrong and was not put right since. */
  problem: z.nullable(Problem),
  flow: z.nullable(SignInFlow),
  client: z.nullable(SignInClient),
});
export type SignInView = z.infer<typeof SignInView>;

const none = z.object({});
const serverId = z.object({ serverId: ServerId });
const words = z.string().check(z.minLength(1), z.maxLength(300));

/** What the page says that the browser comes back to, in the language of the window. Text only. */
export const ReturnPage = z.object({ lang: z.string().check(z.regex(/^[A-Za-z-]{2,16}$/)), title: words, text: words, refused: words });
export type ReturnPage = z.infer<typeof ReturnPage>;

export const signIn = {
  'signIn/watch': stream(
    none,
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('snapshot'), signIns: z.array(SignInView) }),
      z.object({ type: z.literal('changed'), signIn: SignInView }),
      z.object({ type: z.literal('removed'), serverId: ServerId }),
    ]),
  ),
  /** The person wants to sign in, again or for the first time. Resolves when it is under way; how it goes is watched. */
  'signIn/start': request(z.object({ serverId: ServerId, page: ReturnPage }), none),
  /**
   * The person has read who asks for what, and agrees. Resolves when the address is there: opened in the system's browser, or
   * handed to the window to open in a tab of its own. `not-opened`: no browser could be started, the address waits in the view.
   * `over`: the question was not open any more, or it ended before there was an address; the view says why.
   */
  'signIn/continue': request(
    z.object({ serverId: ServerId, askId: z.string().check(z.maxLength(64)), page: ReturnPage }),
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('opened') }),
      z.object({ outcome: z.literal('open-in-tab'), href: z.string() }),
      z.object({ outcome: z.literal('not-opened') }),
      z.object({ outcome: z.literal('over') }),
    ]),
  ),
  /** The person says no to more scopes, or gives up a sign-in at any stage; the port is free at once. */
  'signIn/cancel': request(serverId, none),
  /** The address the browser ended at, for when it could not come back by itself. `accepted: false` when it is no answer to this sign-in. */
  'signIn/paste': request(z.object({ serverId: ServerId, address: z.string().check(z.maxLength(16_384)) }), z.object({ accepted: z.boolean() })),
  /** Tells the authorization server, deletes the tokens, and ends the connection that used them. */
  'signIn/signOut': request(serverId, none),
  /** A client id entered by hand; null forgets it. An absent secret keeps the one there is, an empty one removes it. */
  'signIn/setClient': request(
    z.object({
      serverId: ServerId,
      client: z.nullable(
        z.object({
          clientId: z.string().check(z.minLength(1), z.maxLength(2048), z.regex(/^[\x20-\x7e]+$/)),
          clientSecret: z.optional(z.string().check(z.maxLength(8192))),
          issuer: z.optional(z.string().check(z.maxLength(2048))),
        }),
      ),
    }),
    none,
  ),
} as const;
