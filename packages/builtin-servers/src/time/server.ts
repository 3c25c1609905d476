/** Time: what time it is, somewhere; and what time that is elsewhere. Needs nothing of this computer but its clock. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { expectOnly, lastOf } from '../options.ts';
import type { Options } from '../options.ts';
import { answer, structured } from '../tool-result.ts';
import { checkZone, momentOf, similarZones, timeIn } from './zones.ts';

const zoneText = 'An IANA name such as Europe/Lisbon, Asia/Shanghai or UTC.';
const zoned = z.object({ zone: z.string(), iso: z.string(), weekday: z.string(), offsetMinutes: z.number() });
const readOnly = { readOnlyHint: true, openWorldHint: false };

export async function serveTime(options: Options): Promise<void> {
  expectOnly(options, ['zone']);
  const home = checkZone(lastOf(options, 'zone') || Intl.DateTimeFormat().resolvedOptions().timeZone);
  serveStdio(() => build(home));
}

function build(home: string): McpServer {
  const server = new McpServer({ name: 'portolan-time', title: 'Time', version: '1.0.0' }, { capabilities: { tools: {} }, instructions: `The person’s own time zone is ${home}.` });
  server.registerTool(
    'now',
    { title: 'What time is it', description: `The current date and time. Without a zone: ${home}.`, inputSchema: z.object({ zone: z.string().max(100).optional().describe(zoneText) }), outputSchema: zoned, annotations: readOnly },
    ({ zone }) =>
      answer(() => {
        const now = timeIn(checkZone(zone ?? home), new Date());
        return structured({ ...now }, `${now.weekday}, ${now.iso} (${now.zone})`);
      }),
  );
  server.registerTool(
    'convert',
    {
      title: 'Convert a time',
      description: 'What a time in one zone is in another. Changes of clocks are taken into account.',
      inputSchema: z.object({ time: z.string().max(40).describe('A local time such as 2026-03-29T14:30, or only 14:30 for today.'), from: z.string().max(100).describe(zoneText), to: z.string().max(100).describe(zoneText) }),
      outputSchema: z.object({ from: zoned, to: zoned, differenceMinutes: z.number(), note: z.string().optional() }),
      annotations: readOnly,
    },
    ({ time, from, to }) =>
      answer(() => {
        const source = checkZone(from);
        const local = /^\d\d:\d\d(?::\d\d)?$/.test(time.trim()) ? `${timeIn(source, new Date()).iso.slice(0, 10)}T${time.trim()}` : time;
        const { at, note } = momentOf(local, source);
        const [there, here] = [timeIn(source, at), timeIn(checkZone(to), at)];
        const data = { from: there, to: here, differenceMinutes: here.offsetMinutes - there.offsetMinutes, ...(note === null ? {} : { note }) };
        return structured(data, `${there.weekday}, ${there.iso} in ${there.zone} is ${here.weekday}, ${here.iso} in ${here.zone}.${note === null ? '' : ` ${note}`}`);
      }),
  );
  server.registerTool(
    'find-zones',
    { title: 'Find time zones', description: 'Names of time zones that contain a word.', inputSchema: z.object({ query: z.string().min(1).max(100) }), outputSchema: z.object({ zones: z.array(z.string()) }), annotations: readOnly },
    ({ query }) =>
      answer(() => {
        const zones = similarZones(query);
        return structured({ zones }, zones.length === 0 ? 'No time zone has that in its name.' : zones.join('\n'));
      }),
  );
  return server;
}
