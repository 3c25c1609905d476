import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventOf } from '@portolan/contract/contract';
import { fixtureLaunch, Rig } from './testing/rig.ts';

const everything = path.join(path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');

async function collect(stream: AsyncIterable<EventOf<'tools/run'>>): Promise<EventOf<'tools/run'>[]> {
  const events: EventOf<'tools/run'>[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('a reviewed stdio server', () => {
  it('starts, lists and runs a tool: the reference server', async () => {
    await using rig = await Rig.create();
    const serverId = await rig.add('everything', { kind: 'stdio', command: process.execPath, args: [everything, 'stdio'], env: {} });
    const view = await rig.until(serverId, ({ state, counts }) => state === 'ready' && counts.tools > 0);
    expect(view).toMatchObject({ isReviewed: true, transport: 'stdio', problem: null, pid: expect.any(Number) as number });
    const { tools } = await rig.routes['servers/tools']({ serverId }, rig.context());
    expect(tools.map((tool) => tool.name)).toContain('echo');
    const events = await collect(rig.routes['tools/run']({ serverId, name: 'echo', arguments: { message: 'hello' } }, rig.context()));
    expect(events).toMatchObject([{ type: 'done', result: { isError: false, content: [{ type: 'text', text: expect.stringContaining('hello') as string }] } }]);
  });

  it.each(['legacy', 'modern'])('starts, lists and runs a tool: a %s fixture', async (era) => {
    await using rig = await Rig.create();
    const serverId = await rig.add('basic', fixtureLaunch('basic', { era }));
    const view = await rig.until(serverId, ({ state, counts }) => state === 'ready' && counts.tools > 0 && counts.prompts > 0 && counts.resources > 0);
    expect(view.era).toBe(era);
    const events = await collect(rig.routes['tools/run']({ serverId, name: 'echo', arguments: { message: 'hi' } }, rig.context()));
    expect(events.at(-1)).toMatchObject({ type: 'done', result: { isError: false } });
    expect(rig.service.availableTools().map((tool) => tool.name)).toContain('echo');
  });
});
