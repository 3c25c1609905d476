/** `doctor`: looks over what servers need on this computer, says what is wrong, and what mends it (O05). */
import type { EventOf } from '@portolan/contract/contract';
import type { DoctorFinding, DoctorFix } from '@portolan/contract/doctor';
import { HostError } from '@portolan/contract/errors';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { problemText } from '../failure.ts';
import { visible } from '../output/visible.ts';
import { allServers, serverNamed } from '../servers.ts';

export const doctorCommands: Command[] = [
  {
    name: 'doctor',
    words: ['[SERVER]'],
    options: [],
    examples: ['doctor', 'doctor files --json | jq ".findings[] | select(.level == \\"error\\")"'],
    run: async (context) => {
      const [name] = context.words;
      const server = name === undefined ? null : await serverNamed(context, name);
      const names = new Map((await allServers(context)).map((each) => [each.id, each.name]));
      const { findings, durationMs } = await look(context, server === null ? {} : { serverId: server.id });
      const errors = findings.filter(({ level }) => level === 'error').length;
      const warnings = findings.filter(({ level }) => level === 'warn').length;
      const words = context.shared.doctor;
      context.out.result({ findings, errors, warnings, durationMs }, () => [
        ...(['runtimes', 'environment', 'network', 'storage', 'secrets', 'servers'] as const).flatMap((area) => areaLines(context, area, findings, names)),
        '',
        errors + warnings === 0 ? words.allWell : words.summary(errors, warnings),
      ]);
      return errors > 0 ? exitCodes.failed : exitCodes.done;
    },
  },
];

async function look({ session, signal, out, shared }: Context, input: { serverId?: DoctorServer }): Promise<{ findings: DoctorFinding[]; durationMs: number }> {
  const { client } = await session();
  const findings = new Map<string, DoctorFinding>();
  let durationMs = 0;
  out.progress(shared.doctor.running);
  await new Promise<void>((resolve, reject) => {
    const stop = client.watch(
      'doctor/run',
      input,
      (event: EventOf<'doctor/run'>) => {
        if (event.type === 'done') durationMs = event.durationMs;
        // A later finding of the same id replaces the one before.
        else findings.set(event.finding.id, event.finding);
      },
      (error) => (error === null ? resolve() : reject(error)),
    );
    signal.addEventListener('abort', () => {
      stop();
      reject(new HostError('cancelled'));
    }, { once: true });
  });
  out.clearProgress();
  return { findings: [...findings.values()], durationMs };
}

type DoctorServer = Awaited<ReturnType<typeof serverNamed>>['id'];

function areaLines(context: Context, area: DoctorFinding['area'], findings: readonly DoctorFinding[], names: ReadonlyMap<DoctorServer, string>): string[] {
  const own = findings.filter((finding) => finding.area === area);
  if (own.length === 0) return [];
  return [context.out.style('bold', context.shared.doctor.areas[area]), ...own.flatMap((finding) => findingLines(context, finding, names))];
}

const marks = { ok: '✓', info: 'i', warn: '!', error: '✗' } as const;
const styles = { ok: 'green', info: 'cyan', warn: 'yellow', error: 'red' } as const;

function findingLines({ out, shared }: Context, { level, code, details, problem, fixes }: DoctorFinding, names: ReadonlyMap<DoctorServer, string>): string[] {
  return [
    `  ${out.style(styles[level], marks[level])} ${visible(shared.doctor.codes[code](details))}`,
    ...(problem === undefined ? [] : [`    ${visible(problemText(problem, shared))}`]),
    ...fixes.map((fix) => `    → ${visible(fixText(fix, names))}`),
  ];
}

/** As something to type or open. */
function fixText(fix: DoctorFix, names: ReadonlyMap<DoctorServer, string>): string {
  switch (fix.kind) {
    case 'copy-command':
      return fix.command;
    case 'open-page':
      return fix.url;
    case 'use-folder':
      return `${fix.folder} (${fix.version})`;
    case 'start-server':
      return `portolan servers start ${JSON.stringify(names.get(fix.serverId) ?? fix.serverId)}`;
    case 'open-server':
      return `portolan servers show ${JSON.stringify(names.get(fix.serverId) ?? fix.serverId)}`;
  }
}
