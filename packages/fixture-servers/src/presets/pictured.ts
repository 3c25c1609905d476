import type { Dict, Preset } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';
import { png, svg } from './media.ts';

/** A drawing that is fine: two leaves on a round ground. */
const leaves = '<circle cx="12" cy="12" r="12" fill="#0f766e"/><path d="M12 18c0-6 2-9 7-10-1 6-3 9-7 10zM12 18c0-4-2-7-6-8 0 5 2 8 6 8z" fill="#ecfdf5"/>';

/** Icons for everything, half of them with something in them that must not happen. */
export const pictured: Preset = {
  about: 'icons on everything it offers: good ones, and ones that load, run, lie or are too large',
  options: {
    canary: 'an http(s) origin that the hostile icons point at (default https://canary.invalid)',
  },
  create(options) {
    const canary = textOption(options, 'canary', 'https://canary.invalid');
    const script = 'window.__pwned=1;fetch("/steal")';
    const icons: Record<string, unknown[]> = {
      png: [{ src: `data:image/png;base64,${png(32, 32, [180, 83, 9])}`, mimeType: 'image/png', sizes: ['32x32'] }],
      svg: [{ src: svg(leaves), mimeType: 'image/svg+xml', sizes: ['any'] }],
      scripted: [{ src: svg(`<script>${script}</script><foreignObject><iframe src="${canary}/steal"/></foreignObject>${leaves}`, `onload='${script}'`), mimeType: 'image/svg+xml' }],
      loading: [{ src: svg(`<style>@import url(${canary}/steal);</style><image href="${canary}/steal"/><use href="${canary}/steal#x"/><path d="M0 0h24v24H0z" fill="url(${canary}/steal#g)"/>`), mimeType: 'image/svg+xml' }],
      remote: [{ src: `${canary}/steal.png`, mimeType: 'image/png' }],
      insecure: [{ src: `${canary.replace('https:', 'http:')}/steal.png` }],
      page: [{ src: `data:text/html,<script>${script}</script>` }],
      lying: [{ src: `data:image/png;base64,${Buffer.from(`<script>${script}</script>`).toString('base64')}`, mimeType: 'image/png' }],
      file: [{ src: 'file:///etc/passwd' }, { src: 'javascript:window.__pwned=1' }],
      huge: [{ src: `data:image/png;base64,${png(600, 600, [1, 2, 3])}`, mimeType: 'image/png' }],
      // Nothing of these is a picture of the few kinds there are, and each has ended a reader that believed it.
      laughs: [{ src: svgText(`<!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(50)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><text>&a8;&x;</text></svg>`), mimeType: 'image/svg+xml' }],
      nested: [{ src: svg('<g>'.repeat(5_000) + '</g>'.repeat(5_000)), mimeType: 'image/svg+xml' }],
      icns: [{ src: bytes('icns\0\0\0\x20ic07\0\0\0\0'), mimeType: 'image/png' }],
      jxl: [{ src: bytes('\0\0\0\x0cJXL \r\n\x87\n\0\0\0\0jxlc'), mimeType: 'image/png' }],
      asf: [{ src: `data:image/png;base64,${Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(200)]).toString('base64')}`, mimeType: 'image/png' }],
      zip: [{ src: bytes('PK\x03\x04'.repeat(100)), mimeType: 'image/webp' }],
      endless: [{ src: bytes(`\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x08\0\0\0\x08\x08\x02\0\0\0\0\0\0\0${'\0\0\0\0teXt\0\0\0\0'.repeat(2_000)}`), mimeType: 'image/png' }],
      none: [],
    };
    const of = (name: string): Dict => ({ name, title: `Icon ${name}`, ...(icons[name]?.length === 0 ? {} : { icons: icons[name] }) });
    return {
      info: { name: 'pictured', version: '1.0.0', icons: icons['svg'] ?? [] },
      tools: Object.keys(icons).map((name) => ({ definition: { ...of(name), description: `Has the icon “${name}”.`, inputSchema: objectSchema({}, []) }, call: () => textResult(name) })),
      resources: [{ definition: { uri: 'picture://svg', ...of('svg') }, read: (uri) => [{ uri, text: 'svg' }] }],
      templates: [{ definition: { uriTemplate: 'picture://{name}', ...of('png') } }],
      prompts: [{ definition: of('scripted'), get: () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'scripted' } }] }) }],
    };
  },
};

function bytes(latin1: string): string {
  return `data:image/png;base64,${Buffer.from(latin1, 'latin1').toString('base64')}`;
}

function svgText(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
}
