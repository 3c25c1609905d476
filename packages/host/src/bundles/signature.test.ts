import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { signedBundle, testRoot } from '@portolan/fixture-servers/bundles/signed/signed';
import { signatureBlock } from '@portolan/fixture-servers/bundles/zip';
import { checkSignature } from './signature.ts';
import type { SignatureContext } from './signature.ts';
import { partsOf } from './signature-block.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const trusting: SignatureContext = { roots: ['no certificate', testRoot()], now: new Date('2026-12-24') };

/** What it came to: a state with the signer's name, or `refused`. */
async function check(bytes: Buffer, context: SignatureContext = trusting): Promise<string> {
  const file = path.join(folder, 'bundle');
  await writeFile(file, bytes);
  const handle = await open(file);
  try {
    const { signature } = await partsOf(handle, bytes.length);
    const found = await checkSignature(file, signature, context);
    return found.state === 'none' ? 'none' : `${found.state} ${found.publisher}`;
  } catch (error) {
    if (error instanceof HostError && error.problem.details['reason'] === 'signature') return 'refused';
    throw error;
  } finally {
    await handle.close();
  }
}

const blockAt = (bytes: Buffer): number => bytes.lastIndexOf('MCPB_SIG_V1');
const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(at) ^ 0x04, at);
  return changed;
};

describe('a signature that MCPB’s tool made (S05, A16)', () => {
  it('tells who signed, and who vouches for that', async () => {
    expect(await check(signedBundle('self-signed'))).toBe('self-signed Ann');
    expect(await check(signedBundle('by-authority'))).toBe('valid Weather Ltd');
    expect(await check(signedBundle('by-authority'), { ...trusting, roots: [] })).toBe('untrusted Weather Ltd');
    // The test authority is not one of this computer's.
    expect(await check(signedBundle('by-authority'), {})).toBe('untrusted Weather Ltd');
    for (const now of ['2020-01-01', '2200-01-01']) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await check(signedBundle('by-authority'), { ...trusting, now: new Date(now) })).toBe('expired Weather Ltd');
    }
    expect(await check(signedBundle('self-signed').subarray(0, blockAt(signedBundle('self-signed'))))).toBe('none');
  });

  it('is not believed for another purpose, nor of one who is no authority', async () => {
    expect(await check(signedBundle('by-web-site'))).toBe('untrusted example.com');
    expect(await check(signedBundle('by-no-authority'))).toBe('untrusted Weather Ltd');
  });

  it('that does not fit is refused: any byte of the archive, another archive’s, none at all, or one made to keep us busy', async () => {
    const bytes = signedBundle('by-authority');
    for (let at = 0; at < blockAt(bytes); at += 13) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await check(flipped(bytes, at)), String(at)).toBe('refused');
    }
    const archive = bytes.subarray(0, blockAt(bytes));
    const der = bytes.subarray(blockAt(bytes) + 15, -12);
    for (const other of [Buffer.alloc(0), Buffer.from('not a signature'), der.subarray(0, -1), Buffer.alloc(90_000, 0x30), Buffer.alloc(90_000, 0xa0), Buffer.concat([der, Buffer.alloc(200_000)])]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await check(Buffer.concat([archive, signatureBlock(other)])), String(other.length)).toBe('refused');
    }
    expect(await check(Buffer.concat([archive, signatureBlock(der)]))).toBe('valid Weather Ltd');
    expect(await check(Buffer.concat([Buffer.from('PK and more'), archive, signatureBlock(der)]))).toBe('refused');
  });

  it('of which a byte was changed names nobody as known who did not sign', async () => {
    const bytes = signedBundle('by-authority');
    const seen = new Set<string>();
    for (let at = blockAt(bytes) + 15; at < bytes.length - 12; at += 11) {
      // oxlint-disable-next-line no-await-in-loop
      const found = await check(flipped(bytes, at));
      seen.add(found.split(' ')[0] ?? '');
      if (found.startsWith('valid')) expect(found).toBe('valid Weather Ltd');
    }
    expect([...seen]).toEqual(expect.arrayContaining(['refused', 'untrusted']));
  });

  it('is also found as the archive’s comment, whose length was written after it was signed', async () => {
    const bytes = Buffer.from(signedBundle('self-signed'));
    const at = blockAt(bytes);
    bytes.writeUInt16LE(bytes.length - at, at - 2);
    expect(await check(bytes)).toBe('self-signed Ann');
    expect(await check(flipped(bytes, 100))).toBe('refused');
  });
});
