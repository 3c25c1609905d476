/** Serves the window's files under the app's own scheme, from memory, under the window's policy (E7, E18). */
import type { Protocol, Session } from 'electron';
import { windowHeaders } from '@portolan/host/process/window-policy';
import type { WindowFile } from '@portolan/host/process/window-files';
import { appScheme, isOwnAddress } from './app-address.ts';
import { frameScheme } from './app-frames.ts';
import type { AppFrames } from './app-frames.ts';

/** Before `ready`. None of the privileges that let a page reach across origins or around the policy. */
export function registerScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([appScheme, frameScheme].map((scheme) => ({ scheme, privileges: { standard: true, secure: true } })));
}

export function serveWindow(session: Pick<Session, 'protocol'>, files: Map<string, WindowFile>, frames: Pick<AppFrames, 'answer'>): void {
  session.protocol.handle(appScheme, (request) => answer(request, files));
  session.protocol.handle(frameScheme, (request) => frames.answer(request));
}

/** The answer to one request. A path is only ever looked up among the files read at start. */
export function answer(request: Pick<Request, 'url' | 'method'>, files: Map<string, WindowFile>): Response {
  const headers = { ...windowHeaders("'none'", `${frameScheme}:`), 'Cache-Control': 'no-store' };
  if (!isOwnAddress(request.url) || request.method !== 'GET') return new Response('not found', { status: 404, headers });
  const file = files.get(new URL(request.url).pathname);
  if (!file) return new Response('not found', { status: 404, headers });
  return new Response(new Uint8Array(file.body), { status: 200, headers: { ...headers, 'Content-Type': file.type } });
}
