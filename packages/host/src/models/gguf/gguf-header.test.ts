import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ggufFile } from '@portolan/fixture-servers/gguf/gguf-file';
import type { GgufValue } from '@portolan/fixture-servers/gguf/gguf-file';
import { scriptedModel, words } from '@portolan/fixture-servers/gguf/scripted-model';
import { GgufError, parseGguf } from './gguf-header.ts';
import { fitOf, memoryNeeded, modelFacts, usualContextSize } from './model-facts.ts';
import { readModelFile } from './read-model-file.ts';

const model = scriptedModel({ lines: [{ pieces: words('Hello there.') }], name: 'Tiny' });
const folder = mkdtempSync(join(tmpdir(), 'portolan-gguf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const reason = async (path: string): Promise<unknown> => readModelFile(path).then(() => 'read', (error: { problem?: { code: string; details: { reason?: string } } }) => `${error.problem?.code ?? ''}: ${error.problem?.details.reason ?? ''}`);
const unusable = (why: string) => `model-file-unusable: ${why}`;

/** Where the tensors begin. */
const headerBytes = model.lastIndexOf('output.weight') + 'output.weight'.length + 4 + 16 + 4 + 8;

describe('the header of a model file', () => {
  it('says what it is, how large, and what it takes to run it (C02)', async () => {
    const facts = await readModelFile(file('tiny.gguf', model));
    expect(facts).toMatchObject({ fileName: 'tiny.gguf', name: 'Tiny', architecture: 'llama', quantisation: 'F32', trainedContext: 16_384, isForChat: true, parts: 1, bytes: model.length });
    expect(facts.parameters).toBeGreaterThan(100_000);
    // One layer, one head: the width twice, two bytes each.
    expect(facts.bytesPerToken).toBe(288 * 2 * 2);
  });

  it('is refused wherever the file is cut, and never more than that (C02)', () => {
    for (let end = 0; end < model.length; end += end < headerBytes ? 7 : 50_021) {
      const cut = model.subarray(0, end);
      expect(() => parseGguf(cut, cut.length), `cut at ${end}`).toThrow(GgufError);
      if (end < headerBytes) expect(parseGguf(cut, model.length), `read until ${end}`).toBeNull();
    }
    expect(parseGguf(model, model.length)).toMatchObject({ version: 3 });
    expect(parseGguf(model.subarray(0, headerBytes), model.length)).toMatchObject({ version: 3 });
  });

  it('is a header or refused, whatever bytes of it are others (C02)', () => {
    const head = model.subarray(0, headerBytes);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(headerBytes - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }), (flips) => {
        const bytes = Buffer.from(head);
        for (const [at, value] of flips) bytes[at] = value;
        try {
          const header = parseGguf(bytes, model.length);
          if (header !== null) modelFacts(header);
        } catch (error) {
          expect(error).toBeInstanceOf(GgufError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is refused for numbers that cannot be, before anything is taken for them (C02)', () => {
    const begin = (tensors: bigint, keys: bigint, rest: Buffer = Buffer.alloc(0)) => {
      const bytes = Buffer.alloc(24);
      bytes.write('GGUF');
      bytes.writeUInt32LE(3, 4);
      bytes.writeBigUInt64LE(tensors, 8);
      bytes.writeBigUInt64LE(keys, 16);
      return Buffer.concat([bytes, rest]);
    };
    const key = (name: string, ...rest: (number | bigint)[]) => {
      const bytes = Buffer.alloc(8 + name.length + rest.reduce<number>((sum, each) => sum + (typeof each === 'bigint' ? 8 : 4), 0));
      bytes.writeBigUInt64LE(BigInt(name.length));
      bytes.write(name, 8);
      let at = 8 + name.length;
      for (const each of rest) at = typeof each === 'bigint' ? bytes.writeBigUInt64LE(each, at) : bytes.writeUInt32LE(each, at);
      return bytes;
    };
    const endless = 2n ** 63n;
    const lists = Array.from({ length: 40 }, (): [number, bigint] => [9, 1n]).flat();
    const cases: [Buffer, string][] = [
      [begin(endless, 0n), 'damaged'],
      [begin(0n, endless), 'damaged'],
      [begin(100_000n, 0n), 'truncated'],
      [begin(0n, 1n, key('a', 8, endless)), 'truncated'],
      [begin(0n, 1n, key('a', 9, 4, endless)), 'damaged'],
      [begin(0n, 1n, key('a', 9, 8, 15_000_000n)), 'truncated'],
      [begin(0n, 1n, key('a', 9, ...lists)), 'damaged'],
      [begin(0n, 1n, key('a', 77)), 'damaged'],
      [begin(0n, 2n, Buffer.concat([key('a', 4, 1), key('a', 4, 1)])), 'damaged'],
      [begin(1n, 0n, key('t', 4_000_000, 1n, 0n, 0n)), 'damaged'],
      [begin(1n, 0n, key('t', 2, 2n ** 40n, 2n ** 40n, 0, 0n)), 'damaged'],
    ];
    for (const [bytes, fault] of cases) {
      let found = 'none';
      try {
        parseGguf(bytes, bytes.length);
      } catch (error) {
        found = error instanceof GgufError ? error.fault : String(error);
      }
      expect([bytes.toString('latin1'), found]).toEqual([bytes.toString('latin1'), fault]);
    }
  });

  it('is told apart from what is no model that writes (C02)', async () => {
    const made = (metadata: [string, GgufValue][]) => ggufFile(metadata, [{ name: 't', dimensions: [4], data: new Float32Array(4) }]);
    const architecture = (value: string): [string, GgufValue] => ['general.architecture', { type: 'string', value }];
    expect(await reason(file('clip.gguf', made([architecture('clip')])))).toBe(unusable('not-a-language-model'));
    expect(await reason(file('bert.gguf', made([architecture('nomic-bert')])))).toBe(unusable('not-a-language-model'));
    expect(await reason(file('adapter.gguf', made([architecture('llama'), ['general.type', { type: 'string', value: 'adapter' }]])))).toBe(unusable('not-a-language-model'));
    expect(await reason(file('none.gguf', made([])))).toBe(unusable('not-a-language-model'));
    expect(await reason(file('weights.safetensors', Buffer.from('{"__metadata__":{}}')))).toBe(unusable('not-gguf'));
    expect(await reason(file('empty.gguf', Buffer.alloc(0)))).toBe(unusable('truncated'));
    const swapped = Buffer.from(model);
    swapped.subarray(4, 8).reverse();
    expect(await reason(file('big-endian.gguf', swapped))).toBe(unusable('version'));
    expect(await reason(join(folder, 'gone.gguf'))).toBe(unusable('missing'));
    expect(await reason('relative.gguf')).toBe(unusable('missing'));
    expect(await reason(String.raw`\\server\share\model.gguf`)).toBe(unusable('missing'));
    mkdirSync(join(folder, 'folder.gguf'));
    expect(await reason(join(folder, 'folder.gguf'))).toBe(unusable('not-a-file'));
    expect(await reason('/dev/zero')).toBe(unusable('not-a-file'));
  });

  it('of several parts counts all of them, and misses none (C02)', async () => {
    const part = (no: number) => scriptedModel({ lines: [{ pieces: words('Hello there.') }], more: [['split.no', { type: 'u32', value: no }], ['split.count', { type: 'u32', value: 2 }]] });
    const first = file('big-00001-of-00002.gguf', part(0));
    expect(await reason(first)).toBe(unusable('part-missing'));
    const second = file('big-00002-of-00002.gguf', part(1));
    expect(await readModelFile(first)).toMatchObject({ parts: 2, bytes: part(0).length + part(1).length });
    expect(await reason(second)).toBe(unusable('first-part'));
  });

  it('tells whether it fits, and chooses a context that does (C02)', async () => {
    const GB = 1024 ** 3;
    const facts = { ...(await readModelFile(file('tiny.gguf', model))), bytesPerToken: 128 * 1024, trainedContext: 131_072 };
    expect([fitOf(3 * GB, 8 * GB), fitOf(7 * GB, 8 * GB), fitOf(9 * GB, 8 * GB)]).toEqual(['fits', 'tight', 'too-large']);
    expect(usualContextSize(facts, 4 * GB, 32 * GB)).toBe(16_384);
    const little = usualContextSize(facts, 4 * GB, 6.5 * GB);
    expect(little).toBeGreaterThan(2048);
    expect(little).toBeLessThan(16_384);
    expect(fitOf(memoryNeeded(facts, 4 * GB, little), 6.5 * GB)).toBe('fits');
    expect(usualContextSize(facts, 4 * GB, 1 * GB)).toBe(2048);
    expect(usualContextSize({ ...facts, trainedContext: 512 }, 4 * GB, 32 * GB)).toBe(512);
  });
});
