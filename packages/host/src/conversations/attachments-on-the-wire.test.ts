/** What each kind of model is sent of each kind of attachment, byte for byte as the provider packages put it on the wire (P08, C07). */
import { describe, expect, it } from 'vitest';
import type { ContentView } from '@portolan/contract/content';
import type { AttachmentInput } from '@portolan/contract/conversations';
import type { ServerId } from '@portolan/contract/ids';
import type { WireKind } from '@portolan/contract/providers';
import { conversationRig } from '../../test/conversation-rig.ts';
import { pixel } from '../../test/stored-message.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { providerKinds } from '../models/provider-kinds.ts';

const wav = Buffer.from('RIFF\0\0\0\0WAVEfmt ').toString('base64');
const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');
const zip = Buffer.from('PK\u0003\u0004zip').toString('base64');
const blob = (uri: string, mimeType: string, data: string): ContentView => ({ type: 'resource', resource: { kind: 'blob', uri, mimeType, blob: data, bytes: Buffer.from(data, 'base64').length } });
const text = (uri: string, value: string): ContentView => ({ type: 'resource', resource: { kind: 'text', uri, mimeType: 'text/plain', text: value } });

/** Models that take as much as their kind of service takes. */
const models: Readonly<Record<WireKind, string>> = { openai: 'gpt-5', 'openai-chat': 'gpt-audio', anthropic: 'claude-sonnet-4-5', google: 'gemini-2.5-pro', mistral: 'pixtral-large', groq: 'llama-4', deepseek: 'deepseek-v4', xai: 'grok-4', openrouter: 'some/omni', azure: 'my-deployment', bedrock: 'anthropic.claude-sonnet-4-5', 'openai-compatible': 'qwen-omni', ollama: 'gemma' };

const resourceText = '<resource uri="doc://text" mimeType="text/plain">\nfirst\n</resource>';
const linkText = '[resource doc://linked "Linked" (text/markdown)]';
const zipText = "[The resource doc://zip holds 7 bytes of application/zip, which this model can't be given.]";
const noPdf = `[The resource doc://pdf holds ${Buffer.from(pdf, 'base64').length} bytes of application/pdf, which this model can't be given.]`;
const noSound = "[A sound recording, which this model can't be given. The person can hear it.]";

/** In the order in which they are attached: a resource of two texts, a picture, a sound, a PDF, an archive; then the message. */
const more = '<resource uri="doc://more" mimeType="text/plain">\nsecond\n</resource>';
const question = 'What is all this?';
const picture = `data:image/png;base64,${pixel}`;

const responses = (file: object) => [
  { type: 'input_text', text: resourceText },
  { type: 'input_text', text: more },
  { type: 'input_image', image_url: picture },
  { type: 'input_text', text: noSound },
  file,
  { type: 'input_text', text: zipText },
  { type: 'input_text', text: question },
];
const inputFile = { type: 'input_file', filename: 'document.pdf', file_data: `data:application/pdf;base64,${pdf}` };

const words = (value: string) => ({ type: 'text', text: value });
const chat = (sound: object, file: object, image: unknown = { url: picture }) => [words(resourceText), words(more), { type: 'image_url', image_url: image }, sound, file, words(zipText), words(question)];
const inputAudio = { type: 'input_audio', input_audio: { data: wav, format: 'wav' } };
const chatFile = { type: 'file', file: { filename: 'document.pdf', file_data: `data:application/pdf;base64,${pdf}` } };

const expected: Readonly<Record<WireKind, unknown>> = {
  openai: responses(inputFile),
  azure: responses(inputFile),
  xai: responses({ type: 'input_text', text: noPdf }),
  'openai-chat': chat(inputAudio, chatFile),
  'openai-compatible': chat(inputAudio, chatFile),
  openrouter: chat(inputAudio, chatFile),
  mistral: chat(words(noSound), { type: 'document_url', document_url: `data:application/pdf;base64,${pdf}` }, picture),
  groq: chat(words(noSound), words(noPdf)),
  deepseek: chat(words(noSound), words(noPdf)),
  anthropic: [
    words(resourceText),
    words(more),
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
    words(noSound),
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf }, title: 'document.pdf' },
    words(zipText),
    words(question),
  ],
  bedrock: [
    { text: resourceText },
    { text: more },
    { image: { format: 'png', source: { bytes: pixel } } },
    { text: noSound },
    { document: { format: 'pdf', name: 'document-1', source: { bytes: pdf } } },
    { text: zipText },
    { text: question },
  ],
  google: [
    { text: resourceText },
    { text: more },
    { inlineData: { mimeType: 'image/png', data: pixel } },
    { inlineData: { mimeType: 'audio/wav', data: wav } },
    { inlineData: { mimeType: 'application/pdf', data: pdf } },
    { text: zipText },
    { text: question },
  ],
  // One text for all texts, and the pictures beside it.
  ollama: { content: [resourceText, '<resource uri="doc://more" mimeType="text/plain">\nsecond\n</resource>', noSound, noPdf, zipText, 'What is all this?'].join('\n'), images: [pixel] },
};

/** The content of the person's last message as it was sent. */
function sent(body: unknown): unknown {
  const { messages, input, contents } = body as { messages?: { content: unknown; images?: unknown }[]; input?: { content: unknown }[]; contents?: { parts: unknown }[] };
  const last = messages?.at(-1);
  if (last?.images !== undefined) return { content: last.content, images: last.images };
  return last?.content ?? input?.at(-1)?.content ?? contents?.at(-1)?.parts;
}

describe.each(providerKinds)('attachments for %s', (kind) => {
  async function send(attachments: (serverId: ServerId) => AttachmentInput[], prepare: (rig: Awaited<ReturnType<typeof conversationRig>>) => void = () => undefined, model = models[kind]): Promise<{ content: unknown; all: string }> {
    await using server = await startWireServer(() => streamed(kind, { text: 'Seen.' }));
    await using rig = await conversationRig({ kind, url: server.url, model });
    const serverId = rig.servers.tools[0]?.serverId;
    if (serverId === undefined) throw new Error('no server');
    const contents: Record<string, ContentView[]> = {
      'doc://text': [text('doc://text', 'first'), text('doc://more', 'second')],
      'doc://picture': [blob('doc://picture', 'image/png', pixel)],
      'doc://sound': [blob('doc://sound', 'audio/wav', wav)],
      'doc://pdf': [blob('doc://pdf', 'application/pdf', pdf)],
      'doc://zip': [blob('doc://zip', 'application/zip', zip)],
    };
    for (const [uri, blocks] of Object.entries(contents)) rig.servers.resources.set(uri, blocks);
    prepare(rig);
    await rig.service.send(rig.conversation.id, 'What is all this?', attachments(serverId), new AbortController().signal);
    await rig.until(({ conversation, messages }) => messages.at(-1)?.status === 'complete' && !conversation.isRunning);
    // What a provider may keep for later is not what this is about.
    const all = JSON.stringify(server.requests[0]?.body, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
    return { content: sent(JSON.parse(all)), all };
  }

  it('are text, pictures, sounds and documents where it takes them, and words where it does not (P08, C07)', async () => {
    const { content } = await send((serverId) => ['text', 'picture', 'sound', 'pdf', 'zip'].map((name) => ({ type: 'resource', serverId, uri: `doc://${name}`, name })));
    expect(content).toEqual(expected[kind]);
  });

  it('of a prompt go by the same rules: a link is words, an embedded picture a picture (P10)', async () => {
    const part = (serverId: ServerId, content: ContentView): AttachmentInput => ({ type: 'prompt', serverId, name: 'p', role: 'user', content });
    const { content } = await send((serverId) => [part(serverId, { type: 'resource_link', uri: 'doc://linked', name: 'l', title: 'Linked', mimeType: 'text/markdown' }), part(serverId, { type: 'image', data: pixel, mimeType: 'image/png' })]);
    if (kind === 'ollama') return expect(content).toEqual({ content: `${linkText}\nWhat is all this?`, images: [pixel] });
    const table = expected[kind] as unknown[];
    expect(content).toEqual([{ ...(table[0] as object), text: linkText }, table[2], table.at(-1)]);
  });

  it('that a server means for people alone stay in the chat, unless the person says so (P08)', async () => {
    const attach = (despiteAudience: boolean) => (serverId: ServerId): AttachmentInput[] => [{ type: 'resource', serverId, uri: 'doc://text', name: 'text', ...(despiteAudience ? { despiteAudience } : {}) }];
    const forPeople = (rig: Awaited<ReturnType<typeof conversationRig>>) => rig.servers.annotations.set('doc://text', { audience: ['user'] });
    expect((await send(attach(false), forPeople)).all).not.toContain('first');
    expect((await send(attach(true), forPeople)).all).toContain('first');
  });
});
