import type { Dict, Preset } from '../engine/types.ts';
import { page } from './app-pages.ts';
import { appMimeType } from './apps.ts';
import { objectSchema, textResult } from './content.ts';

/** Tries what it was granted, the same places for what they were not granted for, and a place that was not named. */
const script = `
// What the policy refused says so by its address; anything else only failed.
const refused = new Set();
document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.add(blockedURI));
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));
const got = (promise, url) => promise.then((what) => String(what), async () => { await soon(); return refused.has(url) ? 'refused' : 'failed'; });
const element = (tag, attribute) => (url) => new Promise((resolve, reject) => { const made = document.createElement(tag); if (tag === 'link') made.rel = 'stylesheet'; made.addEventListener('load', () => resolve('loaded')); made.addEventListener('error', () => reject(new Error('no'))); made[attribute] = url; document.body.append(made); });
const image = element('img', 'src');
const library = element('script', 'src');
const data = (url) => fetch(url).then((answer) => answer.text());
const tries = {
  'script of resource': [library, 'https://cdn.example.com/lib.js', () => globalThis.fromLibrary],
  'style of resource': [element('link', 'href'), 'https://cdn.example.com/look.css'],
  'image of resource': [image, 'https://cdn.example.com/dot.png'],
  'data of connect': [data, 'https://api.example.com/data'],
  'data of resource': [data, 'https://cdn.example.com/data'],
  'image of connect': [image, 'https://api.example.com/dot.png'],
  'script of connect': [library, 'https://api.example.com/lib.js'],
  'data of another': [data, 'https://other.example.org/data'],
  'image of another': [image, 'https://other.example.org/dot.png'],
  'unencrypted': [image, 'http://cdn.example.com/dot.png'],
  'another port': [image, 'https://cdn.example.com:8443/dot.png'],
  'below it': [image, 'https://sub.cdn.example.com/dot.png'],
};
const run = async () => { const report = {}; for (const [name, [kind, url, value]] of Object.entries(tries)) report[name] = await got(kind(url).then((what) => value?.() ?? what), url); say('report', JSON.stringify(report)); };
document.getElementById('again').addEventListener('click', () => { say('report', '…'); void run(); });
let lists = 0;
on('notifications/tools/list_changed', () => say('lists', String(++lists)));
start('reaching').then(run);
`;

/** An app that says where it wants to go, and goes there and elsewhere (P23, I13). */
export const reachingApps: Preset = {
  about: 'an app (MCP Apps) that asks for one origin to load from and one to exchange data with, and tries both, each other’s and more',
  options: {},
  create() {
    let version = 1;
    const uri = 'ui://reaching/page.html';
    const meta: Dict = { ui: { csp: { connectDomains: ['https://api.example.com'], resourceDomains: ['https://cdn.example.com'] } } };
    return {
      info: { name: 'reaching-apps', version: '1.0.0' },
      tools: () => [
        { definition: { name: 'reach', description: 'Shows the app.', inputSchema: objectSchema({}, []), _meta: { ui: { resourceUri: uri } } }, call: () => textResult('shown') },
        {
          definition: { name: 'renew', description: 'Makes the page another one, adds a tool, and says so.', inputSchema: objectSchema({}, []), _meta: { ui: { visibility: ['model'] } } },
          call(_args, context) {
            version += 1;
            for (const kind of ['tools', 'resources'] as const) context.changed(kind);
            return textResult(`Version ${version}.`);
          },
        },
        ...(version === 1 ? [] : [{ definition: { name: 'added', description: 'Was not here before.', inputSchema: objectSchema({}, []) }, call: () => textResult('new') }]),
      ],
      resources: [{ definition: { uri, name: 'Page', mimeType: appMimeType }, read: () => [{ uri, mimeType: appMimeType, text: page('Reaching', `<p>Version ${version} <button id="again">Try again</button></p><p id="report">…</p><p id="lists">0</p>`, script), _meta: meta }] }],
    };
  },
};
