/**
 * Starts the one worker of this package under `require-trusted-types-for 'script'`: the page's policy lets a URL become
 * a script only through the policy named `portolan`, and that policy lets only this URL through.
 */
// Vite makes this module: it is the address of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './highlight-worker.ts?worker&url';

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string;
}

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/** A fresh highlighting worker, or null where there are no workers or the page does not allow it. */
export function startHighlightWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  try {
    policy ??= factory()?.createPolicy('portolan', {
      createScriptURL: (url) => {
        if (url !== workerUrl) throw new TypeError('Not a script of this page');
        return url;
      },
    });
    return new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module', name: 'highlight' });
  } catch {
    return null;
  }
}

function factory(): TrustedTypesFactory | undefined {
  return (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
}
