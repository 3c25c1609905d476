import { describe, expect, it } from 'vitest';
import { mostOfName, plainName } from '@portolan/contract/plain-name';
import { InteractionId, ServerId } from '@portolan/contract/ids';
import type { InteractionView } from '@portolan/contract/interactions';
import { tool } from '../../test/available-tool.ts';
import { InteractionQueue } from './interaction-queue.ts';
import { tellWaiting } from './waiting.ts';
import type { Waiting } from './waiting.ts';

describe('a name outside of any window', () => {
  it.each([
    ['files', 'files'],
    ['读取 文件', '读取 文件'],
    ['<b>bank</b> https://evil.example/login', 'b bank b https evil.example login'],
    ['\u202Eelif\u0000\n✅ Verified', 'elif Verified'],
    ['[link](javascript:alert(1))', 'link (javascript alert(1))'],
    ['   ', ''],
  ])('%j is %j: no link, no markup, no sign that vouches for anything (T:J09)', (text, shown) => {
    expect(plainName(text)).toBe(shown);
  });

  it('is short, however long it is (T:J09)', () => {
    expect(Array.from(plainName('x'.repeat(1_000_000)))).toHaveLength(mostOfName);
    expect(Array.from(plainName('ﷺ'.repeat(300))).length).toBeLessThanOrEqual(mostOfName);
  });
});

it('what waits is told at each change, the newest by name and never by its words (H08, T:J09)', async () => {
  const queue = new InteractionQueue();
  const told: Waiting[] = [];
  const stop = new AbortController();
  const telling = tellWaiting(queue, (waiting) => told.push(waiting), stop.signal);
  const question = (name: string): InteractionView => {
    const asked = tool('files', name, undefined, 'Open https://evil.example');
    return { id: InteractionId.parse(name), kind: 'tool-approval', createdAt: 1, conversationId: 'c' as never, conversationTitle: 'secret plan', callId: 'k' as never, serverId: ServerId.parse('s'), serverName: 'fi<les', tool: { ...asked.view, title: 'Trust me' }, arguments: { password: 'hunter2' }, hash: name, flags: [], readBefore: [], isSetAside: false, askedBy: null, narrower: [], scopes: ['once'] };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  queue.add(question('read'), () => undefined, () => undefined);
  queue.add(question('write'), () => undefined, () => undefined);
  await settled();
  expect(told.at(-1)).toEqual({ count: 2, newest: { id: 'write', kind: 'call', server: 'fi les', tool: 'write' } });
  queue.withdraw(InteractionId.parse('write'));
  await settled();
  expect(told.at(-1)).toEqual({ count: 1, newest: { id: 'read', kind: 'call', server: 'fi les', tool: 'read' } });
  queue.close();
  await settled();
  expect(told.at(-1)).toEqual({ count: 0, newest: null });
  expect(JSON.stringify(told)).not.toMatch(/evil|Trust|hunter2|secret plan/);
  stop.abort();
  await telling;
});
