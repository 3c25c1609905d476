/**
 * Starts the workers of this package under `require-trusted-types-for 'script'`: the page's policy lets a URL become
 * a script only through the policy named `portolan`, and that policy lets only their URLs through.
 */
// Vite makes these modules: they are the addresses of the built workers.
// oxlint-disable-next-line import/default
import workerUrl from './highlight-worker.ts?worker&url';
// oxlint-disable-next-line import/default
import diagramUrl from './diagram-worker.ts?worker&url';

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string;
}

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/** A fresh highlighting worker, or null where there are no workers or the page does not allow it. */
export function startHighlightWorker(): Worker | null {
  return start(workerUrl, 'highlight');
}

/** The same for drawing diagrams. */
export function startDiagramWorker(): Worker | null {
  return start(diagramUrl, 'diagrams');
}

function start(address: string, name: string): Worker | null {
  if (typeof Worker === 'undefined') return null;
  try {
    policy ??= factory()?.createPolicy('portolan', {
      createScriptURL: (url) => {
        if (url !== workerUrl && url !== diagramUrl) throw new TypeError('Not a script of this page');
        return url;
      },
    });
    return new Worker(policy ? policy.createScriptURL(address) : address, { type: 'module', name });
  } catch {
    return null;
  }
}

function factory(): TrustedTypesFactory | undefined {
  return (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
}
