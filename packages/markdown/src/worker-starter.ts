/**
 * Starts workers under `require-trusted-types-for 'script'`: the page's policy lets a URL become a script only through a policy
 * that it names, and each of these lets only the addresses through that it was made for.
 */
interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string;
}

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

/** Null where there are no workers or the page does not allow it. @param name shown in tools for developers */
export type StartWorker<Address extends string> = (address: Address, name: string) => Worker | null;

/** @param policyName one of those that the page's policy names; made with the first worker, and once */
export function workerStarter<Address extends string>(policyName: string, addresses: readonly Address[]): StartWorker<Address> {
  let policy: ScriptUrlPolicy | undefined;
  return (address, name) => {
    if (typeof Worker === 'undefined') return null;
    try {
      policy ??= (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy(policyName, {
        createScriptURL: (url) => {
          if (!addresses.some((each) => each === url)) throw new TypeError('Not a script of this page');
          return url;
        },
      });
      return new Worker(policy ? policy.createScriptURL(address) : address, { type: 'module', name });
    } catch {
      return null;
    }
  };
}
