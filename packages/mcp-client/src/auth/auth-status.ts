/** How a server's sign-in stands, for the server's page. */
import type { AuthError } from './auth-error.ts';

export interface AuthStatus {
  /** `refused`: there are tokens, and the server does not take them. */
  state: 'signed-out' | 'signed-in' | 'signing-in' | 'refused';
  issuer?: string;
  /** From the ID token, if there was one; nothing has verified it. */
  account?: string;
  scopes?: string[];
  /** Milliseconds since the epoch. */
  expiresAt?: number;
  /** It renews itself without a person. */
  isRenewable: boolean;
  /** False when the tokens will be gone with this process. */
  isStored: boolean;
  /** The last thing that went wrong and was not put right since. */
  problem?: AuthError;
}
