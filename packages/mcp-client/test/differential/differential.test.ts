/**
 * The same sessions through this client and the official v1 and v2 clients, against servers of both official packages, the public
 * everything-server, and servers that are wrong. Every difference must be one of `known.ts`, and every one of those must show.
 */
import { readFileSync } from 'node:fs';
import { startHttpFixture, stdioFixture } from '@portolan/fixture-servers/start';
import type { FixtureName } from '@portolan/fixture-servers/start';
import { describe, expect, it, onTestFinished } from 'vitest';
import { everythingStdio, startEverythingHttp } from '../everything-server.ts';
import { differences, steady } from './difference.ts';
import { FAULTY_CALL_MS } from './driver.ts';
import type { Driver, Era, Target } from './driver.ts';
import { openOurs } from './driver-ours.ts';
import { openV1 } from './driver-v1.ts';
import { openV2 } from './driver-v2.ts';
import { explain, known } from './known.ts';
import type { Known, Seen } from './known.ts';
import { differencesSection, readmeFile } from './readme.ts';
import { everythingSubject, malformedSubject, noiseSubject, referenceSubject, runSession } from './session.ts';
import type { Subject, Transcript } from './session.ts';

type Transport = Seen['transport'];

const shown = new Set<Known>();

async function targetOf(server: FixtureName | 'everything', transport: Transport, era: Era): Promise<Target> {
  if (server === 'everything') {
    if (transport === 'stdio') return { kind: 'stdio', ...everythingStdio };
    const { url, stop } = await startEverythingHttp();
    onTestFinished(stop);
    return { kind: 'http', url };
  }
  // Both packages' servers speak the older era besides, and take the one they are asked in.
  const options = era === 'modern' ? { era: 'modern' } : server === 'malformed-items' || server === 'noise-frames' ? { era: '2025-11-25' } : {};
  if (transport === 'stdio') return { kind: 'stdio', ...stdioFixture(server, options) };
  const fixture = await startHttpFixture(server, options);
  onTestFinished(() => fixture.close());
  return { kind: 'http', url: fixture.url };
}

async function compare(server: FixtureName | 'everything', transport: Transport, era: Era, subject: Subject, callMs?: number): Promise<Seen[]> {
  const target = await targetOf(server, transport, era);
  const run = async (open: () => Promise<Driver>): Promise<Transcript> => steady(await runSession(open, subject)) as Transcript;
  const [ours, v1, v2] = await Promise.all([
    run(() => openOurs(target, era, callMs)),
    era === 'legacy' ? run(() => openV1(target, callMs)) : undefined,
    run(() => openV2(target, era, callMs)),
  ]);
  const against = (client: Seen['client'], theirs: Transcript | undefined): Seen[] => {
    if (theirs === undefined) return [];
    // Who did not connect has nothing else to compare.
    const steps = 'error' in Object(theirs['connect']) ? ['connect'] : Object.keys(ours);
    return steps.flatMap((step) => differences(ours[step], theirs[step]).map((difference): Seen => ({ ...difference, client, server, transport, era, step })));
  };
  return [...against('v1', v1), ...against('v2', v2)];
}

/** The differences that nothing explains, as lines. */
function unexplained(all: Seen[]): string[] {
  return all.flatMap((seen) => {
    const entry = explain(seen);
    if (entry !== undefined) {
      shown.add(entry);
      return [];
    }
    return [`${seen.client}, ${seen.step}: ${seen.path}: ours ${JSON.stringify(seen.ours)?.slice(0, 200)}, theirs ${JSON.stringify(seen.theirs)?.slice(0, 200)}`];
  });
}

describe('the same session through three clients', () => {
  it.each([
    ['sdk-v1', 'stdio', 'legacy', referenceSubject],
    ['sdk-v1', 'http', 'legacy', referenceSubject],
    ['sdk-v2', 'stdio', 'legacy', referenceSubject],
    ['sdk-v2', 'http', 'legacy', referenceSubject],
    ['sdk-v2', 'stdio', 'modern', referenceSubject],
    ['sdk-v2', 'http', 'modern', referenceSubject],
    ['everything', 'stdio', 'legacy', everythingSubject],
    ['everything', 'http', 'legacy', everythingSubject],
  ] as const)('gives the same, or what is explained: %s over %s, %s (P02, P05, P08, P10)', async (server, transport, era, subject) => {
    expect(unexplained(await compare(server, transport, era, subject))).toEqual([]);
  }, 60_000);

  it.each([
    ['malformed-items', 'stdio', 'legacy', malformedSubject],
    ['malformed-items', 'stdio', 'modern', malformedSubject],
    ['noise-frames', 'stdio', 'legacy', noiseSubject],
  ] as const)('gives more where the server is wrong: %s over %s, %s (rows 14, 27 and 28, B18, B19)', async (server, transport, era, subject) => {
    expect(unexplained(await compare(server, transport, era, subject, FAULTY_CALL_MS))).toEqual([]);
  }, 60_000);

  it('shows every difference that is listed, so that the list does not outlive them', () => {
    expect(known.filter((entry) => entry.varies !== true && !shown.has(entry)).map(({ where }) => where)).toEqual([]);
  });
});

describe('the table of differences', () => {
  it('stands in the README as it is known here', () => {
    expect(readFileSync(readmeFile, 'utf8')).toContain(differencesSection());
  });
});
