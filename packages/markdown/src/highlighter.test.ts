// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest';
import { startRealWorker } from '../test/real-worker.ts';
import { Highlighter, maxHighlightedLength } from './highlighter.ts';
import { tones, type Line } from './highlight-protocol.ts';
import { languageOf } from './languages.ts';

let workers: ReturnType<typeof startRealWorker>[] = [];
function makeHighlighter(timeLimit = 1_000): Highlighter {
  return new Highlighter({
    start: () => {
      const worker = startRealWorker();
      workers.push(worker);
      return worker;
    },
    timeLimit,
    firstTimeLimit: 15_000,
  });
}

afterEach(async () => {
  for (const worker of workers) worker.terminate();
  await Promise.all(workers.map((worker) => worker.threadExit));
  workers = [];
});

const text = (lines: Line[] | null): string | undefined => lines?.map((line) => line.map((piece) => piece.text).join('')).join('\n');

describe('highlighting (C05)', () => {
  it('colours code by classes, and changes none of its characters', async () => {
    const highlighter = makeHighlighter();
    const code = "const a: string = 'x'; // why\n\nfunction f() { return 1; }";
    const lines = await highlighter.highlight(highlighter.openSession(), 0, 'typescript', code);
    expect(text(lines)).toBe(code);
    const used = new Set(lines?.flat().map((piece) => piece.tone));
    for (const tone of ['keyword', 'string', 'comment', 'function', 'constant'] as const) expect(used).toContain(tone);
    for (const tone of used) if (tone !== undefined) expect(tones).toContain(tone);
  });

  it('goes on in the next part where the one before ended', async () => {
    const highlighter = makeHighlighter();
    const session = highlighter.openSession();
    await highlighter.highlight(session, 0, 'typescript', 'const a = `open');
    const inside = await highlighter.highlight(session, 1, 'typescript', 'still a string');
    expect(inside?.[0]?.[0]?.tone).toBe('string');
    const alone = await highlighter.highlight(highlighter.openSession(), 0, 'typescript', 'still a string');
    expect(alone?.[0]?.[0]?.tone).not.toBe('string');
  });

  it('kills a worker that holds out, leaves that block plain and serves the others (B15)', async () => {
    const highlighter = makeHighlighter(300);
    const [good, bad] = [highlighter.openSession(), highlighter.openSession()];
    expect(await highlighter.highlight(good, 0, 'json', '{}')).not.toBeNull();
    const [hung, next] = await Promise.all([highlighter.highlight(bad, 0, 'json', 'HANG'), highlighter.highlight(good, 0, 'json', '{"a": 1}')]);
    expect(hung).toBeNull();
    expect(text(next)).toBe('{"a": 1}');
    expect(workers).toHaveLength(2);
    await workers[0]?.threadExit;
    expect(await highlighter.highlight(bad, 0, 'json', '{}')).toBeNull();
  });

  it('does not try code over 200 kB, and answers null without a worker', async () => {
    const highlighter = makeHighlighter();
    expect(await highlighter.highlight(highlighter.openSession(), 0, 'json', 'x'.repeat(maxHighlightedLength + 1))).toBeNull();
    expect(workers).toHaveLength(0);
    const none = new Highlighter({ start: () => null });
    expect(await none.highlight(none.openSession(), 0, 'json', '{}')).toBeNull();
  });

  it('knows languages by the names people write', () => {
    expect(['ts', 'JS', 'sh', 'yml', 'py', 'c++'].map(languageOf)).toEqual(['typescript', 'javascript', 'bash', 'yaml', 'python', 'cpp']);
    expect(languageOf('brainfuck')).toBeUndefined();
    expect(languageOf('__proto__')).toBeUndefined();
  });
});
