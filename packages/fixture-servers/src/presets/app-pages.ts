/** Pages of apps, as a server's author might write them without any library: the messages are those of MCP Apps, 2026-01-26. */

/** Speaks the bridge's protocol: `ask` a request, `tell` a notification, `on` a notification of the host. */
const bridge = `
const waiting = new Map(); let next = 1; const heard = {};
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const ask = (method, params = {}) => new Promise((resolve, reject) => { const id = next++; waiting.set(id, { resolve, reject }); post({ id, method, params }); });
const tell = (method, params = {}) => post({ method, params });
const on = (method, run) => { heard[method] = run; };
addEventListener('message', ({ data, source }) => {
  if (source !== parent) return;
  if (data.method === undefined) { const entry = waiting.get(data.id); waiting.delete(data.id); if (data.error) entry?.reject(new Error(data.error.message)); else entry?.resolve(data.result); return; }
  const answer = heard[data.method]?.(data.params);
  if (data.id !== undefined) post({ id: data.id, result: answer ?? {} });
});
const start = async (name) => { const host = await ask('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name, version: '1.0.0' }, appCapabilities: {} }); tell('ui/notifications/initialized'); return host; };
const say = (id, text) => { document.getElementById(id).textContent = text; };
`;

export const page = (title: string, body: string, script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>:root{color-scheme:light dark}body{margin:0;padding:12px;font:14px/1.5 system-ui;background:var(--color-background-primary,Canvas);color:var(--color-text-primary,CanvasText)}button{font:inherit;margin:2px}ul{padding-left:20px}</style></head>
<body>${body}<script>${bridge}${script}</script></body></html>`;

/** A counter whose number lies with the server. */
export const counterPage = page(
  'Counter',
  `<main><h1 style="font-size:16px;margin:0 0 6px">Counter</h1>
<p>Asked for: <output id="input">?</output>. It stands at <output id="count">?</output>. Theme <output id="theme">?</output>, language <output id="locale">?</output>, shown <output id="mode">?</output>.</p>
<p><button id="add">Add one</button><button id="high">Grow</button><button id="full">Whole window</button><button id="link">Open the manual</button><button id="message">Suggest a message</button><button id="context">Tell the model</button><button id="read">Read the notes</button><button id="log">Log</button></p>
<p id="said"></p></main>`,
  `
const look = (context = {}) => { for (const [id, key] of [['theme', 'theme'], ['locale', 'locale'], ['mode', 'displayMode']]) if (context[key] !== undefined) say(id, context[key]);
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) if (value) document.documentElement.style.setProperty(name, value);
  if (context.theme) document.documentElement.style.colorScheme = context.theme; };
const fit = (height = document.documentElement.scrollHeight) => tell('ui/notifications/size-changed', { height });
const press = (id, run) => document.getElementById(id).addEventListener('click', () => run().then((text) => say('said', text ?? 'done'), (error) => say('said', 'refused: ' + error.message)));
on('ui/notifications/host-context-changed', look);
on('ui/notifications/tool-input', ({ arguments: args }) => say('input', String(args.by ?? 1)));
on('ui/notifications/tool-result', (result) => { say('count', String(result.structuredContent.count)); if (result._meta?.note) say('said', result._meta.note); });
on('ui/resource-teardown', () => { tell('notifications/message', { level: 'info', data: 'the app let go' }); return {}; });
press('add', async () => { const result = await ask('tools/call', { name: 'count', arguments: { by: 1 } }); say('count', String(result.structuredContent.count)); return 'added'; });
press('high', async () => { fit(400); });
press('full', async () => (await ask('ui/request-display-mode', { mode: 'fullscreen' })).mode);
press('link', async () => ((await ask('ui/open-link', { url: 'https://example.com/manual' })).isError ? 'no link' : 'link asked'));
press('message', async () => { await ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Please set the counter back to zero.' }] }); });
press('context', async () => { await ask('ui/update-model-context', { content: [{ type: 'text', text: 'The counter on the screen shows ' + document.getElementById('count').textContent + '.' }] }); });
press('read', async () => (await ask('resources/read', { uri: 'notes://counter' })).contents[0].text);
press('log', async () => { tell('notifications/message', { level: 'warning', data: 'the counter was looked at' }); });
start('counter').then((host) => { look(host.hostContext); fit(); });
`,
);
