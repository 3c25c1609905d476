/** What each kind of model is sent of each kind of file, byte for byte, and what is not sent at all (C07). */
import { describe, expect, it } from 'vitest';
import type { AttachmentInput } from '@portolan/contract/conversations';
import type { FileView } from '@portolan/contract/files';
import type { WireKind } from '@portolan/contract/providers';
import { conversationRig } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { putFile } from '../../test/put-file.ts';
import { pdf, pixelPng, pngHead, polyglot, svgWithScript, wav, zip } from '../../test/some-files.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { fitFiles } from '../files/fit.ts';
import { ModelAsker } from '../models/ask.ts';
import { providerKinds } from '../models/provider-kinds.ts';

/** Models that hear, and models that do not. */
const models: Readonly<Record<WireKind, string>> = { openai: 'gpt-5', 'openai-chat': 'gpt-audio', anthropic: 'claude-sonnet-4-5', google: 'gemini-2.5-pro', mistral: 'pixtral-large', groq: 'llama-4', deepseek: 'deepseek-v4', xai: 'grok-4', openrouter: 'some/omni', azure: 'my-deployment', bedrock: 'anthropic.claude-sonnet-4-5', 'openai-compatible': 'qwen-omni', ollama: 'gemma' };
const hears: ReadonlySet<WireKind> = new Set(['openai-chat', 'google', 'openai-compatible', 'openrouter']);
/** Those whose format has no place for a document. */
const withoutPdf: ReadonlySet<WireKind> = new Set(['ollama', 'groq', 'deepseek', 'xai']);
const png = pixelPng.toString('base64');

const inputImage = { type: 'input_image', image_url: `data:image/png;base64,${png}` };
const imageUrl = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } };
/** Ollama has pictures beside the text. */
const picture: Readonly<Record<WireKind, unknown>> = {
  ollama: png,
  openai: inputImage,
  azure: inputImage,
  xai: inputImage,
  'openai-chat': imageUrl,
  'openai-compatible': imageUrl,
  openrouter: imageUrl,
  groq: imageUrl,
  deepseek: imageUrl,
  mistral: { type: 'image_url', image_url: `data:image/png;base64,${png}` },
  bedrock: { image: { format: 'png', source: { bytes: png } } },
  anthropic: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
  google: { inlineData: { mimeType: 'image/png', data: png } },
};

interface Sent {
  /** Of the person's last message. */
  content: unknown[];
  all: string;
}

type Attach = { name: string; bytes: Buffer } & Partial<Pick<Extract<AttachmentInput, { type: 'file' }>, 'asWords'>>;

async function withModel(kind: WireKind, work: (rig: Rig, requests: () => Sent[]) => Promise<void>, model = models[kind]): Promise<void> {
  await using server = await startWireServer(() => streamed(kind, { text: 'Seen.' }));
  await using rig = await conversationRig({ kind, url: server.url, model });
  await work(rig, () =>
    server.requests.map(({ body }) => {
      const all = JSON.stringify(body, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
      const { messages, input, contents } = JSON.parse(all) as { messages?: { content: unknown }[]; input?: { content: unknown }[]; contents?: { parts: unknown }[] };
      return { all, content: (messages?.at(-1)?.content ?? input?.at(-1)?.content ?? contents?.at(-1)?.parts) as unknown[] };
    }),
  );
}

async function inputs(rig: Rig, files: readonly Attach[]): Promise<AttachmentInput[]> {
  return Promise.all(files.map(async ({ name, bytes, ...more }) => ({ type: 'file' as const, ...more, ...known(await putFile(rig.library, name, bytes)) })));
}

const known = ({ hash, name }: FileView) => ({ hash, name });

async function send(rig: Rig, files: readonly Attach[], text = 'What is this?'): Promise<void> {
  await rig.service.send(rig.conversation.id, text, await inputs(rig, files), new AbortController().signal);
  await rig.until(({ conversation, messages }) => messages.at(-1)?.status === 'complete' && !conversation.isRunning);
}

describe.each(providerKinds)('files for %s', (kind) => {
  it('a picture, a document and a text go as what their bytes are, whatever they are called (C07, T:D09)', async () => {
    await withModel(kind, async (rig, requests) => {
      const takesPdf = !withoutPdf.has(kind);
      await send(rig, [{ name: 'notes.exe', bytes: Buffer.from('first') }, { name: 'photo.pdf', bytes: pixelPng }, ...(takesPdf ? [{ name: 'paper.png', bytes: pdf }] : [])]);
      const [{ content, all } = { content: [], all: '' }] = requests();
      expect(all).toContain(JSON.stringify('<resource uri="notes.exe" mimeType="text/plain">\nfirst\n</resource>').slice(1, -1));
      expect(all).toContain(png);
      if (!takesPdf) return;
      expect(content[1]).toEqual(picture[kind]);
      expect(JSON.stringify(content[2])).toContain(pdf.toString('base64'));
      expect(all).toMatch(/application\/pdf|"format":"pdf"/);
      expect(content).toHaveLength(4);
    });
  });

  it('a sound goes where it is taken; where it is not, nothing is sent until the person says that word of it is enough (C07)', async () => {
    await withModel(kind, async (rig, requests) => {
      if (hears.has(kind)) {
        await send(rig, [{ name: 'memo.wav', bytes: wav }]);
        expect(requests()[0]?.all).toContain(wav.toString('base64'));
        return;
      }
      rig.store.saveDraft(rig.conversation.id, 'What is this?');
      await expect(send(rig, [{ name: 'memo.wav', bytes: wav }])).rejects.toMatchObject({ problem: { code: 'attachment-unfit', details: { name: 'memo.wav', model: models[kind], reason: 'kind' } } });
      expect([requests().length, rig.store.messages(rig.conversation.id).length, rig.store.draft(rig.conversation.id)]).toEqual([0, 0, 'What is this?']);
      await send(rig, [{ name: 'memo.wav', bytes: wav, asWords: true }]);
      expect(requests()[0]?.all).not.toContain(wav.toString('base64'));
      expect(requests()[0]?.all).toContain('[The user attached the file \\"memo.wav\\" (audio/wav, 16 bytes). You cannot be given it.]');
    });
  });

  it('what no model reads is not sent, nor a picture of too many pixels, and a drawing goes as the text it is (C07, T:D08)', async () => {
    await withModel(kind, async (rig, requests) => {
      await expect(send(rig, [{ name: 'a.zip', bytes: zip }])).rejects.toMatchObject({ problem: { code: 'attachment-unfit', details: { reason: 'kind' } } });
      await expect(send(rig, [{ name: 'bomb.png', bytes: pngHead(60_000, 60_000) }])).rejects.toMatchObject({ problem: { code: 'attachment-unfit', details: { reason: 'size' } } });
      await send(rig, [{ name: 'logo.svg', bytes: svgWithScript }]);
      expect(requests()).toHaveLength(1);
      expect(requests()[0]?.all).toContain('mimeType=\\"image/svg+xml\\"');
      expect(requests()[0]?.all).not.toContain(svgWithScript.toString('base64'));
    });
  });

  it('they are there again for the next question, for another answer and for the same said otherwise (C07, C09)', async () => {
    await withModel(kind, async (rig, requests) => {
      await send(rig, [{ name: 'photo.png', bytes: pixelPng }]);
      await rig.ask('And now?');
      const [question, answer] = rig.store.messages(rig.conversation.id);
      if (!question || !answer) throw new Error('nothing was kept');
      rig.service.regenerate(rig.conversation.id, answer.id);
      await rig.until(({ conversation }) => requests().length === 3 && !conversation.isRunning);
      rig.service.edit(rig.conversation.id, question.id, 'Otherwise');
      await rig.until(({ conversation }) => requests().length === 4 && !conversation.isRunning);
      for (const { all } of requests()) expect(all.split(png)).toHaveLength(2);
      // The message itself holds no byte of it.
      expect(JSON.stringify(rig.store.messages(rig.conversation.id))).not.toContain(png);
      expect(rig.store.usedFiles()).toEqual(new Set([(await putFile(rig.library, 'x', pixelPng)).hash]));
    });
  });
});

describe('files and models', () => {
  it('a long text is in the message as far as it is found and shown, and goes to the model as far as models are given one (C07)', async () => {
    await withModel('openai-compatible', async (rig, requests) => {
      const long = `begin ${'x'.repeat(150_000)} end`;
      await send(rig, [{ name: 'long.txt', bytes: Buffer.from(long) }]);
      const [part] = rig.store.messages(rig.conversation.id)[0]?.parts ?? [];
      expect(part).toMatchObject({ content: { resource: { kind: 'text', text: long.slice(0, 100_000), isLeftOut: true } } });
      expect(requests()[0]?.all).toContain(long);
    });
  });

  it('a polyglot is the picture it begins as and nothing else (C07)', async () => {
    await withModel('anthropic', async (rig, requests) => {
      await send(rig, [{ name: 'both.zip', bytes: polyglot }]);
      expect(requests()[0]?.content[0]).toEqual({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: polyglot.toString('base64') } });
    });
  });

  it('a smaller copy goes in the place of a picture that was made smaller for models (C07)', async () => {
    await withModel('openai', async (rig, requests) => {
      const [large, small] = [await putFile(rig.library, 'photo.png', pngHead(60_000, 60_000)), await putFile(rig.library, 'photo.png', pixelPng)];
      await rig.service.send(rig.conversation.id, 'See', [{ type: 'file', hash: large.hash, name: large.name, forModel: small.hash }], new AbortController().signal);
      await rig.until(({ conversation, messages }) => messages.at(-1)?.status === 'complete' && !conversation.isRunning);
      expect(requests()[0]?.content[0]).toEqual(picture.openai);
      expect(rig.store.usedFiles()).toEqual(new Set([large.hash, small.hash]));
    });
  });

  it('one that is gone is refused before anything is sent, and told of in words where it was sent before (C07)', async () => {
    await withModel('openai', async (rig, requests) => {
      await send(rig, [{ name: 'photo.png', bytes: pixelPng }]);
      expect(await rig.library.store.sweep(() => new Set(), Number.MAX_SAFE_INTEGER)).toBe(1);
      await rig.ask('And now?');
      expect(requests()[1]?.all).toContain('It is no longer kept.');
      await expect(rig.service.send(rig.conversation.id, 'x', [{ type: 'file', hash: 'f'.repeat(64), name: 'gone.png' }], new AbortController().signal)).rejects.toMatchObject({ problem: { code: 'file-gone', details: { name: 'gone.png' } } });
    });
  });

  it('the chat says which other models would take them (C07)', async () => {
    await withModel('anthropic', async (rig) => {
      const { providers } = rig.config.current();
      const config = { current: () => ({ ...rig.config.current(), providers: providers.map((each) => ({ ...each, models: [{ id: 'claude', source: 'listed' as const }] })).concat({ ...(providers[0] ?? never()), id: 'p2' as never, kind: 'google', name: 'Other', models: [{ id: 'gemini-3-pro', source: 'listed' }] }) }) };
      const sound = await putFile(rig.library, 'memo.wav', wav);
      const deps = { library: rig.library, config, refusals: new ModelAsker().refusals };
      expect(await fitFiles(deps, rig.conversation.model, [sound.hash])).toEqual({ model: 'claude-sonnet-4-5', fits: ['kind'], others: [{ providerId: 'p2', providerName: 'Other', model: 'gemini-3-pro' }] });
      expect(await fitFiles(deps, null, [sound.hash])).toEqual({ model: null, fits: ['fits'], others: [] });
    });
  });
});

function never(): never {
  throw new Error('no provider');
}
