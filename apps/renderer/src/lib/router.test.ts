import { describe, expect, it } from 'vitest';
import { CallId, ConversationId, RuleId, ServerId } from '@portolan/contract/ids';
import { formatRoute, parseRoute } from './router.ts';
import type { Route } from './router.ts';

const routes: Route[] = [
  { at: 'home' },
  { at: 'chat', conversationId: ConversationId.parse('c1') },
  { at: 'chat', conversationId: ConversationId.parse('c1'), messageId: 'm 1/2' },
  { at: 'servers' },
  { at: 'add-server' },
  { at: 'add-server', way: 'registry' },
  { at: 'add-server', way: 'registry', item: 'io.example/weather' },
  { at: 'server', serverId: ServerId.parse('s1'), tab: 'tools', item: 'a/b c?d#e 中' },
  { at: 'server', serverId: ServerId.parse('s1'), tab: 'log' },
  { at: 'history', query: 'ü & 中文' },
  { at: 'settings', section: 'providers' },
  { at: 'settings', section: 'permissions', rule: RuleId.parse('r_one') },
  { at: 'trace' },
  { at: 'trace', serverId: ServerId.parse('s1') },
  { at: 'trace', callId: CallId.parse('call_1') },
  { at: 'server', serverId: ServerId.parse('s1'), tab: 'trace' },
];

describe('routes', () => {
  it('carry a name of a server’s making, whatever it holds: half a surrogate pair breaks nothing (T:C06)', () => {
    expect(formatRoute({ at: 'server', serverId: ServerId.parse('s1'), tab: 'tools', item: 'a\ud800b' })).toBe('#/servers/s1/tools/a%EF%BF%BDb');
  });

  it.each(routes.map((route) => [formatRoute(route), route] as const))('survive the address bar: %s', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });
  it.each(['', '#', '#/', '#/nowhere', '#/chat/', '#/chat/../x', '#/chat/%', '#//'])('fall back to home for %j', (hash) => {
    expect(parseRoute(hash)).toEqual({ at: 'home' });
  });
});
