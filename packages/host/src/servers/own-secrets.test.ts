import { HostError } from '@portolan/contract/errors';
import type { ToolResultView } from '@portolan/contract/content';
import { describe, expect, it } from 'vitest';
import { KnownSecrets } from '../trace/known-secrets.ts';
import { secretRemoved, StrikeOut } from './own-secrets.ts';

const key = 'sk-live-4711-abcdef';

function striking(...values: string[]): StrikeOut {
  const known = new KnownSecrets();
  for (const value of values) known.addStored(value);
  return new StrikeOut(known.certain);
}

function resultOf(change: Partial<ToolResultView>): ToolResultView {
  return { content: [], isError: false, repairs: [], ...change };
}

describe('secrets of ours in what a server answered (T:C18)', () => {
  it('are struck out of every text of every kind of block, and counted', () => {
    const clean = striking(key).result(
      resultOf({
        content: [
          { type: 'text', text: `KEY=${key}\nagain ${key}` },
          { type: 'resource', resource: { kind: 'text', uri: `env://${key}`, text: key } },
          { type: 'resource_link', uri: `https://x.example/?k=${key}`, name: key, title: key, description: key },
          { type: 'unknown', originalType: 'odd', reason: key, raw: { [key]: [key, { deep: key }] } },
        ],
        structuredContent: { env: { KEY: key, list: [1, key, null] }, [key]: true },
        schemaMismatch: `"${key}" is no number`,
        repairs: [{ path: key, reason: key }],
      }),
    );
    expect(JSON.stringify(clean)).not.toContain(key);
    expect(clean.content[0]).toEqual({ type: 'text', text: `KEY=${secretRemoved}\nagain ${secretRemoved}` });
    expect(clean.structuredContent).toEqual({ env: { KEY: secretRemoved, list: [1, secretRemoved, null] }, [secretRemoved]: true });
    expect(clean.secretsRemoved).toBe(18);
  });

  it('are found inside JSON text, addresses and Base64', () => {
    const odd = 'päss "word" 4711';
    const strike = striking(odd);
    for (const form of [odd, JSON.stringify(odd), encodeURIComponent(odd), Buffer.from(odd).toString('base64')]) expect(strike.text(`<${form}>`)).toContain(secretRemoved);
  });

  it('in the names of fields cost no field', () => {
    expect(striking(key, 'another-key-77').json({ [key]: 1, 'another-key-77': 2 })).toEqual({ [secretRemoved]: 1, [`${secretRemoved} (2)`]: 2 });
  });

  it('that stand in two blocks by halves are none to us: a block is looked at by itself', () => {
    const halves = resultOf({ content: [{ type: 'text', text: key.slice(0, 9) }, { type: 'text', text: key.slice(9) }] });
    expect(striking(key).result(halves)).toBe(halves);
  });

  it('that hold one another go as a whole', () => {
    expect(striking('abcdefgh1', 'abcdefgh1-longer2').text('abcdefgh1-longer2')).toBe(secretRemoved);
  });

  it('are struck out of progress and of failures, whose code and other details stay', () => {
    const strike = striking(key);
    expect(strike.progress({ progress: 1, total: 2, message: `using ${key}` })).toEqual({ progress: 1, total: 2, message: `using ${secretRemoved}` });
    const error = strike.error(new HostError('server-error', { server: 'one', message: `401 for ${key}`, folders: [key], status: 401 }, { log: `said ${key}` }));
    expect(error).toMatchObject({ problem: { code: 'server-error', details: { server: 'one', message: `401 for ${secretRemoved}`, folders: [secretRemoved], status: 401 }, log: `said ${secretRemoved}` } });
    const plain = new Error('ours');
    expect(strike.error(plain)).toBe(plain);
    expect(strike.error(new Error(`sent ${key}`))).toMatchObject({ message: `sent ${secretRemoved}` });
  });

  it('leave an answer without any untouched, and bytes as they are', () => {
    const result = resultOf({ content: [{ type: 'image', data: Buffer.from(key).toString('base64'), mimeType: 'image/png' }, { type: 'text', text: 'nothing' }] });
    expect(striking(key).result(result)).toBe(result);
  });
});

describe('what is struck out of answers', () => {
  it('is what is surely secret and stands in no text by chance: no short value, no word, no path, nothing that only might be one (T:C18)', () => {
    const known = new KnownSecrets();
    known.addNamed({ REGION: 'eu-central-1x', API_KEY: 'short77', SESSION_DIR: '/home/ada/notes', SECRET_NAME: 'production' });
    expect(known.certain).toEqual([]);
    known.addNamed({ API_KEY: key });
    expect(known.certain).toContain(key);
  });

  it('counts a value that was first seen where it might have been none', () => {
    const known = new KnownSecrets();
    known.addNamed({ REGION: key });
    expect(known.certain).toEqual([]);
    known.addStored(key);
    expect(known.certain).toContain(key);
  });
});
