import { detailTexts, has, text } from '../error-details.ts';
import type { ErrorDetails } from '../error-details.ts';
import { plural } from './plural.ts';

const number = (details: ErrorDetails, name: string): number => Number(text(details, name, '0'));
const word = (details: ErrorDetails, name: string): string => text(details, name, '?');
const reads: Record<string, string> = { ping: 'its sign of life', 'tools/list': 'its list of tools', 'resources/list': 'its list of resources', 'resources/templates/list': 'its list of templates', 'prompts/list': 'its list of prompts' };

/** What happened to a server, line by line in its log. One text for every code of the contract's `lifecycleCodes`. */
export const serverLog = detailTexts({
  starting: () => 'Starting',
  downloading: () => 'Downloading what it needs, before its network is cut',
  'process-started': (d) => `Process ${word(d, 'pid')} started`,
  'process-exited': (d) => `The process ended with exit code ${word(d, 'exitCode')}`,
  'process-killed': (d) => `The process was ended by ${word(d, 'signal')}`,
  'group-gone': (d) => `Nothing of process ${word(d, 'pid')} runs any more`,
  'group-stuck': (d) => `Process ${word(d, 'pid')} or something it started could not be ended`,
  ready: (d) => `Ready: ${word(d, 'transport')}, protocol ${word(d, 'protocol')}`,
  'slow-start': (d) => plural(number(d, 'seconds'), { one: 'Not ready after # second; waiting on', other: 'Not ready after # seconds; waiting on' }),
  ended: (d) => `Ended: ${word(d, 'problem')}`,
  retry: (d) => `Trying again in ${Math.max(1, Math.round(number(d, 'milliseconds') / 1000))} s`,
  stopped: () => 'Stopped',
  woke: () => 'The computer was asleep, or its network changed: looking whether the server still answers',
  ailing: (d) => `Could not get ${reads[word(d, 'what')] ?? word(d, 'what')}: ${word(d, 'problem')}${!has(d, 'message') ? '' : `, ${word(d, 'message')}`}`,
  recovered: (d) => `Got ${reads[word(d, 'what')] ?? word(d, 'what')} again`,
  'lines-left-out': (d) => plural(number(d, 'count'), { one: '# line was left out: the server writes faster than a log can hold', other: '# lines were left out: the server writes faster than a log can hold' }),
  elicitation: (d) => `Asked ${word(d, 'mode') === 'url' ? 'to open a page' : 'to fill in a form'}: ${({ accept: 'answered', decline: 'declined', cancel: 'cancelled' } as Record<string, string>)[word(d, 'outcome')] ?? word(d, 'outcome')}`,
  sampling: (d) => `Asked for an answer of a model: ${word(d, 'outcome') === 'accept' ? 'sent' : 'denied'}`,
  'asks-stopped': () => 'Was told to stop asking',
  remark: (d) => word(d, 'message'),
});
