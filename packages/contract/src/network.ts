/** How this program reaches the network: a proxy, exceptions to it, and authorities that are trusted besides the known ones. */
import * as z from 'zod/mini';
import { request } from './define.ts';
import { Problem } from './errors.ts';

/** `system`: as the environment of this computer says. `none`: directly. `address`: through the one that is named here. */
export const ProxyMode = z.enum(['system', 'none', 'address']);
export type ProxyMode = z.infer<typeof ProxyMode>;

/** Kept in the configuration file. A password never is: it lies in the secret store, bound to the proxy's address. */
export const NetworkSettings = z.object({
  mode: ProxyMode,
  /** `http://proxy.example:8080`; what mode `address` uses, kept while another is chosen. */
  proxy: z.string().check(z.maxLength(2048)),
  /** Hosts that are reached directly in mode `address`, as in `NO_PROXY`. This computer always is. */
  noProxy: z.string().check(z.maxLength(8192)),
  /** A PEM file with certificates of private authorities; empty for none. */
  certificates: z.string().check(z.maxLength(4096)),
});
export type NetworkSettings = z.infer<typeof NetworkSettings>;

/** What is in force. Addresses without user names and passwords. */
export const ProxyInForce = z.object({
  /** `login-shell`: the app was started from the desktop, and only the login shell knows of it. */
  source: z.enum(['none', 'settings', 'environment', 'login-shell']),
  http: z.nullable(z.string()),
  https: z.nullable(z.string()),
  no: z.string(),
  /** A user name or password goes along. */
  hasCredentials: z.boolean(),
});
export type ProxyInForce = z.infer<typeof ProxyInForce>;

export const CertificateFile = z.object({
  source: z.enum(['settings', 'environment', 'login-shell']),
  file: z.string(),
  /** How many certificates it adds. */
  count: z.number(),
  problem: z.nullable(z.enum(['missing', 'not-readable', 'no-certificates', 'too-large'])),
});
export type CertificateFile = z.infer<typeof CertificateFile>;

export const NetworkView = z.object({
  settings: NetworkSettings,
  /** The user name kept for this proxy; the password is never shown. Null where neither is kept. */
  credentials: z.nullable(z.object({ username: z.string() })),
  proxy: ProxyInForce,
  certificateFiles: z.array(CertificateFile),
  /** Authorities trusted in all, those of this computer among them. */
  trusted: z.number(),
});
export type NetworkView = z.infer<typeof NetworkView>;

/** One address that is used here, and whether it can be reached. */
export const NetworkCheck = z.object({
  kind: z.enum(['registry', 'provider', 'server']),
  /** What the person calls it; empty for the registry. */
  name: z.string(),
  origin: z.string(),
  /** The proxy's address, null for directly. */
  via: z.nullable(z.string()),
  ms: z.number(),
  /** Null when something answered, whatever it said. */
  problem: z.nullable(Problem),
});
export type NetworkCheck = z.infer<typeof NetworkCheck>;

const none = z.object({});

export const network = {
  'network/get': request(none, NetworkView),
  /**
   * `username` and `password` left out keep what is kept; an empty user name takes both away. Errors: `invalid-input` with
   * `subject` (`proxy`, `certificates`, `username`) and `reason`.
   */
  'network/save': request(
    z.extend(z.partial(NetworkSettings), { username: z.optional(z.string().check(z.maxLength(256))), password: z.optional(z.string().check(z.maxLength(1024))) }),
    NetworkView,
  ),
  /** Asks every address in use for a sign of life, without credentials: the registry, providers, servers that are on. */
  'network/check': request(none, z.object({ checks: z.array(NetworkCheck) })),
} as const;
