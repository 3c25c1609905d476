import { describe, expect, it } from 'vitest';
import { AppFrames } from './app-frames.ts';
import type { FrameLike } from './app-frames.ts';

const policy = "default-src 'none'; script-src 'unsafe-inline' data: blob: https://cdn.example.com; connect-src data: blob: https://*.api.example.com wss://live.example.com:8443; frame-src https://page.example.com; base-uri https://base.example.com";
const window: FrameLike = { url: 'portolan-app://main/#/chat/c', parent: null };
const outer: FrameLike = { url: 'portolan-sandbox://one/', parent: window };
const app: FrameLike = { url: 'about:srcdoc', parent: outer };
const inside: FrameLike = { url: 'https://page.example.com/x', parent: app };

function served(): AppFrames {
  const frames = new AppFrames();
  frames.serve('one', policy);
  return frames;
}

describe('the frames of apps in the desktop app', () => {
  it('are served under their policy to the window alone, while they are shown (P23, I12)', async () => {
    const frames = served();
    const response = frames.answer({ url: 'portolan-sandbox://one/', method: 'GET' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors portolan-app://main`);
    expect(await response.text()).toContain('allow-scripts allow-forms');
    for (const url of ['portolan-sandbox://two/', 'portolan-sandbox://one/x', 'portolan-sandbox://one:80/', 'portolan-sandbox://user@one/', 'portolan-app://main/', 'x']) expect(frames.answer({ url, method: 'GET' }).status, url).toBe(404);
    expect(frames.answer({ url: 'portolan-sandbox://one/', method: 'POST' }).status).toBe(404);
    frames.end('one');
    expect(frames.answer({ url: 'portolan-sandbox://one/', method: 'GET' }).status).toBe(404);
  });

  it('load what their own policy names and nothing else, whatever frame inside asks (I12, I13)', () => {
    const frames = served();
    frames.serve('two', "default-src 'none'");
    const other: FrameLike = { url: 'portolan-sandbox://two/', parent: window };
    for (const frame of [outer, app, inside]) {
      for (const url of ['https://cdn.example.com/a.js', 'https://x.api.example.com/', 'wss://live.example.com:8443/', 'https://page.example.com/y', 'blob:null/1', 'portolan-sandbox://one/']) expect(frames.mayLoad(url, frame), url).toBe(true);
      for (const url of ['https://evil.test/', 'http://cdn.example.com/', 'https://api.example.com/', 'https://cdn.example.com:444/', 'wss://live.example.com/', 'https://base.example.com/', 'https://evilapi.example.com/', 'file:///etc/passwd', 'blob:portolan-app://main/1', 'portolan-sandbox://three/', 'x']) expect(frames.mayLoad(url, frame), url).toBe(false);
    }
    for (const frame of [null, window, other]) expect(frames.mayLoad('https://cdn.example.com/a.js', frame)).toBe(false);
  });

  it('go nowhere but to where they were put, and the app to no page that was not granted (I12)', () => {
    const frames = served();
    expect(frames.mayGo('portolan-sandbox://one/', { url: '', parent: window })).toBe(true);
    expect(frames.mayGo('about:srcdoc', app)).toBe(true);
    expect(frames.mayGo('https://page.example.com/x', inside)).toBe(true);
    for (const url of ['https://cdn.example.com/', 'https://evil.test/', 'portolan-app://main/', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd']) expect(frames.mayGo(url, app), url).toBe(false);
    expect(frames.mayGo('portolan-sandbox://one/', app)).toBe(false);
    expect(frames.mayGo('portolan-sandbox://two/', { url: '', parent: window })).toBe(false);
    expect(frames.mayGo('about:srcdoc', { url: '', parent: window })).toBe(false);
    expect(frames.mayGo('https://page.example.com/', null)).toBe(false);
  });
});
