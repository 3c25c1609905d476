import { RpcError } from '../engine/rpc-error.ts';
import type { Preset, PromptFixture, ResourceFixture, ToolFixture } from '../engine/types.ts';
import { errorResult, objectSchema, text } from './content.ts';
import { evilStrings } from './evil-strings.ts';

/** Hostile text in every place where a server can put text. */
export const evilText: Preset = {
  about: 'XSS, Markdown, ANSI, bidi and invisible Unicode in names, titles, descriptions, schemas, results, errors, logs',
  options: {},
  create: () => ({
    info: { name: evilStrings.xssImg, title: evilStrings.bidi, version: evilStrings.ansi, websiteUrl: 'javascript:window.__pwned=1', icons: [{ src: 'javascript:window.__pwned=1' }, { src: 'file:///etc/passwd' }, { src: 'https://canary.invalid/i.svg' }] },
    instructions: `${evilStrings.injection}\n${evilStrings.tags}\n${evilStrings.xssScript}`,
    verbatim: true,
    tools: Object.entries(evilStrings).flatMap(([kind, evil]) => toolsOf(kind, evil)),
    resources: Object.entries(evilStrings).map(([kind, evil]): ResourceFixture => ({
      definition: { uri: `fixture://evil/${kind}`, name: evil, title: evil, description: evil, mimeType: 'text/html' },
      read: (uri) => [{ uri, mimeType: 'text/html', text: evil }],
    })),
    prompts: Object.entries(evilStrings).map(([kind, evil]): PromptFixture => ({
      definition: { name: `prompt-${kind}`, title: evil, description: evil, arguments: [{ name: evil, description: evil }] },
      get: () => ({ description: evil, messages: [{ role: 'user', content: text(evil) }] }),
    })),
    complete: () => Object.values(evilStrings),
  }),
};

/** For each kind: a tool that bears the text as its name, one that returns it, one that fails with it, one that throws it. */
function toolsOf(kind: string, evil: string): ToolFixture[] {
  const schema = objectSchema({ note: { type: 'string', title: evil, description: evil, default: evil, enum: [evil] } });
  return [
    { definition: { name: evil, description: `Bears the text '${kind}' as its name.`, inputSchema: objectSchema({}) }, call: () => ({ content: [text(evil)] }) },
    {
      definition: { name: `return-${kind}`, title: evil, description: evil, inputSchema: schema, annotations: { title: evil, readOnlyHint: true } },
      call(_args, context) {
        context.progress(1, 2, evil);
        context.log('warning', evil, evil);
        return { content: [text(evil), { type: 'resource_link', uri: 'file:///etc/passwd', name: evil, description: evil }], structuredContent: { [evil]: evil } };
      },
    },
    { definition: { name: `fail-${kind}`, description: 'Fails as a tool.', inputSchema: objectSchema({}) }, call: () => errorResult(evil) },
    {
      definition: { name: `throw-${kind}`, description: 'Fails as a request.', inputSchema: objectSchema({}) },
      call() {
        throw new RpcError(-32000, evil, { detail: evil });
      },
    },
  ];
}
