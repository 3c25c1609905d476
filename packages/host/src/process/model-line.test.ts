import { describe, expect, it } from 'vitest';
import { FromHost, ToHost } from './messages.ts';
import { ModelLine, ShellModels } from './model-line.ts';
import type { ShellModel } from './model-line.ts';

/** A process of which the test says what it does. */
class Puppet implements ShellModel {
  pid: number | undefined = undefined;
  told: unknown[] = [];
  isKilled = false;
  say: (message: unknown) => void = () => undefined;
  spawned: () => void = () => undefined;
  end: (how: string, said: string) => void = () => undefined;
  send = (message: unknown): void => void this.told.push(message);
  onMessage = (listener: (message: unknown) => void): void => void (this.say = listener);
  onSpawn = (listener: () => void): void => void (this.spawned = listener);
  onEnd = (listener: (how: string, said: string) => void): void => void (this.end = listener);
  kill = (): void => void (this.isKilled = true);
}

function connect(start: (() => ShellModel) | undefined): { line: ModelLine; shell: ShellModels } {
  const shell = new ShellModels(start);
  const line: ModelLine = new ModelLine((message) => {
    const parsed = FromHost.parse(message);
    if (parsed.t === 'model-start' || parsed.t === 'model-say' || parsed.t === 'model-kill') shell.take(parsed, (back) => line.taken(ToHost.parse(back) as never));
  });
  return { line, shell };
}

describe('the process of a model file, started by the desktop app (C02)', () => {
  it('is spoken to both ways, killed when it is asked for, and its end told once', () => {
    const puppet = new Puppet();
    const { line } = connect(() => puppet);
    const child = line.start('marker');
    const heard: unknown[] = [];
    const ends: unknown[] = [];
    child.onMessage((message) => heard.push(message));
    child.onEnd((end) => ends.push(end));
    puppet.pid = 4711;
    puppet.spawned();
    expect(child.pid).toBe(4711);
    child.send({ t: 'stop', id: 1 });
    expect(puppet.told).toEqual([{ t: 'stop', id: 1 }]);
    puppet.say({ t: 'up' });
    expect(heard).toEqual([{ t: 'up' }]);
    child.kill();
    expect(puppet.isKilled).toBe(true);
    puppet.end('code 9', 'last words');
    puppet.end('code 9', 'again');
    expect(ends).toEqual([{ how: 'code 9', said: 'last words' }]);
  });

  it('ends with the host, and is none where the shell starts none or too many run', () => {
    const puppets: Puppet[] = [];
    const { line, shell } = connect(() => {
      const puppet = new Puppet();
      puppets.push(puppet);
      return puppet;
    });
    const ends: string[] = [];
    for (let n = 0; n < 17; n += 1) line.start('marker').onEnd(({ how }) => ends.push(how));
    expect(puppets).toHaveLength(16);
    shell.endAll();
    expect(puppets.every(({ isKilled }) => isKilled)).toBe(true);
    const none = connect(undefined);
    expect(() => none.line.start('marker')).not.toThrow();
  });
});
