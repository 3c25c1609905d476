import { plural } from './plural.ts';

type Details = Readonly<Record<string, string | number>>;
const number = (details: Details, name: string): number => Number(details[name] ?? 0);
const word = (details: Details, name: string): string => String(details[name] ?? '?').slice(0, 500);
const reads: Record<string, string> = { ping: 'its sign of life', 'tools/list': 'its list of tools', 'resources/list': 'its list of resources', 'resources/templates/list': 'its list of templates', 'prompts/list': 'its list of prompts' };

/** What happened to a server, line by line in its log. One text for every code of the contract's `lifecycleCodes`. */
export const serverLog = {
  starting: (_: Details) => 'Starting',
  downloading: (_: Details) => 'Downloading what it needs, before its network is cut',
  'process-started': (d: Details) => `Process ${word(d, 'pid')} started`,
  'process-exited': (d: Details) => `The process ended with exit code ${word(d, 'exitCode')}`,
  'process-killed': (d: Details) => `The process was ended by ${word(d, 'signal')}`,
  'group-gone': (d: Details) => `Nothing of process ${word(d, 'pid')} runs any more`,
  'group-stuck': (d: Details) => `Process ${word(d, 'pid')} or something it started could not be ended`,
  ready: (d: Details) => `Ready: ${word(d, 'transport')}, protocol ${word(d, 'protocol')}`,
  'slow-start': (d: Details) => plural(number(d, 'seconds'), { one: 'Not ready after # second; waiting on', other: 'Not ready after # seconds; waiting on' }),
  ended: (d: Details) => `Ended: ${word(d, 'problem')}`,
  retry: (d: Details) => `Trying again in ${Math.max(1, Math.round(number(d, 'milliseconds') / 1000))} s`,
  stopped: (_: Details) => 'Stopped',
  woke: (_: Details) => 'The computer was asleep, or its network changed: looking whether the server still answers',
  ailing: (d: Details) => `Could not get ${reads[word(d, 'what')] ?? word(d, 'what')}: ${word(d, 'problem')}${d['message'] === undefined ? '' : `, ${word(d, 'message')}`}`,
  recovered: (d: Details) => `Got ${reads[word(d, 'what')] ?? word(d, 'what')} again`,
  'lines-left-out': (d: Details) => plural(number(d, 'count'), { one: '# line was left out: the server writes faster than a log can hold', other: '# lines were left out: the server writes faster than a log can hold' }),
  remark: (d: Details) => word(d, 'message'),
};
