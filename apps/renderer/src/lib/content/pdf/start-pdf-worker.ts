/** Starts a reader of PDF documents under `require-trusted-types-for 'script'`, through a policy that lets this one address through. */
// Vite makes this module: it is the address of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './pdf-worker.ts?worker&url';
import type { PdfWorker } from './pdf-document.ts';

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string;
}

interface TrustedTypesFactory {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

let policy: ScriptUrlPolicy | undefined;

/** Null where there are no workers or the page does not allow it. */
export function startPdfWorker(): PdfWorker | null {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null;
  try {
    policy ??= (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes?.createPolicy('portolan-pdf', {
      createScriptURL: (url) => {
        if (url !== workerUrl) throw new TypeError('Not a script of this page');
        return url;
      },
    });
    return new Worker(policy ? policy.createScriptURL(workerUrl) : workerUrl, { type: 'module', name: 'pdf' });
  } catch {
    return null;
  }
}
