import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Mark } from '@portolan/contract/mark';
import { attachMethods } from '../attach/methods.ts';
import { InstallMark, markRoutes } from './install-mark.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portolan-mark-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
const fail = (error: unknown): never => {
  throw error;
};

describe('the mark of an installation', () => {
  it('is drawn at the first start, the same ever after, for this user alone, another one for another installation (T:J01)', () => {
    const [one, other] = [join(folder(), 'state', 'mark.json'), join(folder(), 'state', 'mark.json')];
    const first = new InstallMark(one, fail).current;
    expect(Mark.parse(first)).toEqual(first);
    expect(new InstallMark(one, fail).current).toEqual(first);
    expect(new InstallMark(other, fail).current).not.toEqual(first);
    if (process.platform !== 'win32') expect(statSync(one).mode & 0o077).toBe(0);
  });

  it('is drawn anew when the person says so, every window sees it, and nothing broken is ever shown (T:J01)', async () => {
    const file = join(folder(), 'mark.json');
    const mark = new InstallMark(file, fail);
    const first = mark.current;
    const stop = new AbortController();
    const seen: unknown[] = [];
    const handlers = markRoutes(mark);
    const context = { connection: 'window-1', signal: stop.signal };
    const watching = (async () => {
      for await (const event of handlers['mark/watch']({}, context)) seen.push(event.mark);
    })();
    const renewed = await handlers['mark/renew']({}, context);
    expect(renewed.mark).not.toEqual(first);
    mark.close();
    await watching;
    expect(seen).toEqual([first, renewed.mark]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(renewed.mark);
    writeFileSync(file, '{"cells":[true],"colour":99,"words":["<img>"]}');
    expect(Mark.safeParse(new InstallMark(file, fail).current).success).toBe(true);
  });

  it('holds for this run where it cannot be kept, and no command line is told it (T:J01)', () => {
    const errors: unknown[] = [];
    const blocked = join(folder(), 'file');
    writeFileSync(blocked, '');
    const mark = new InstallMark(join(blocked, 'mark.json'), (error) => errors.push(error));
    expect(errors).toHaveLength(1);
    expect(mark.current).toEqual(mark.current);
    const before = mark.current;
    expect(() => mark.renew()).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'storage-failed' }) as unknown }));
    expect(mark.current).toEqual(before);
    expect(attachMethods.filter((method) => method.startsWith('mark/'))).toEqual([]);
  });
});
