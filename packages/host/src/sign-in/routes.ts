/** What windows may do about sign-ins. Tokens are never among it. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { signIn } from '@portolan/contract/sign-in';
import type { ServerId } from '@portolan/contract/ids';
import { AuthError } from '@portolan/mcp-client/auth/auth-error';
import { toAuthProblem } from './auth-problem.ts';
import type { SignIns, SignInServers } from './sign-ins.ts';

export interface SignInRouteDeps {
  signIns: SignIns;
  servers: SignInServers;
  serverName: (id: ServerId) => string | null;
}

export function signInRoutes({ signIns, servers, serverName }: SignInRouteDeps): HandlersFor<typeof signIn> {
  const told = async <T>(id: ServerId, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AuthError) throw HostError.fromProblem(toAuthProblem(error, serverName(id) ?? id));
      throw error;
    }
  };
  return {
    'signIn/watch': (_input, { signal }) => signIns.watch(signal),
    'signIn/start': ({ serverId, page }) =>
      told(serverId, async () => {
        const signIn = signIns.get(serverId);
        // Nobody is contacted for a launch that was not allowed.
        const { url } = await servers.target(serverId);
        await signIn.start(url, page);
        return {};
      }),
    'signIn/continue': ({ serverId, askId, page }) => signIns.get(serverId).continue(askId, page),
    'signIn/cancel': async ({ serverId }) => {
      await signIns.get(serverId).cancel();
      return {};
    },
    'signIn/paste': ({ serverId, address }) => ({ accepted: signIns.get(serverId).takeAddress(address) }),
    'signIn/signOut': ({ serverId }) =>
      told(serverId, async () => {
        const { url } = await servers.target(serverId);
        await signIns.get(serverId).signOut(url);
        await servers.signedOut(serverId);
        return {};
      }),
    'signIn/setClient': async ({ serverId, client }) => {
      await signIns.get(serverId).setClient(client);
      return {};
    },
  };
}
