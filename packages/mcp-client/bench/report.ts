/** The table: what the raw client does, and what each other client does compared to it. */
import type { ClientName } from './clients/open.ts';
import { median } from './measures.ts';
import type { Sample } from './round.ts';
import type { Setting } from './worker.ts';

export interface SettingResult {
  setting: Setting;
  /** One sample for each round. */
  samples: Partial<Record<ClientName, Sample[]>>;
}

interface Row {
  label: string;
  key: string;
  unit: string;
  /** `ratio`: compared to the raw client. `value`: by itself. */
  shown: 'ratio' | 'value';
  /** The least of all rounds stands for them: what else runs on the machine can only add to it. */
  isLeast?: true;
  /** What ours must reach; undefined where nothing is asked. */
  target?: { atLeast?: number; atMost?: number };
}

const rows: Row[] = [
  { label: 'tools/call, one after the other', key: 'callsPerSecond', unit: 'calls/s', shown: 'ratio', target: { atLeast: 0.8 } },
  { label: '- median latency', key: 'p50Us', unit: 'µs', shown: 'ratio' },
  { label: '- p99 latency', key: 'p99Us', unit: 'µs', shown: 'ratio', target: { atMost: 1.3 } },
  { label: '- CPU of a call', key: 'callCpuUs', unit: 'µs', shown: 'ratio' },
  { label: 'tools/call, 32 in flight', key: 'parallelPerSecond', unit: 'calls/s', shown: 'ratio', target: { atLeast: 0.8 } },
  { label: '- CPU of a call', key: 'parallelCpuUs', unit: 'µs', shown: 'ratio' },
  { label: '10 MB image result', key: 'imageMs', unit: 'ms', shown: 'ratio', target: { atMost: 1.3 } },
  { label: '- CPU', key: 'imageCpuMs', unit: 'ms', shown: 'ratio' },
  { label: 'list of 2,000 tools', key: 'listMs', unit: 'ms', shown: 'ratio', target: { atMost: 2 } },
  { label: '- CPU', key: 'listCpuMs', unit: 'ms', shown: 'ratio' },
  { label: 'list of 2,000 tools with output schemas', key: 'schemaListMs', unit: 'ms', shown: 'ratio' },
  { label: '- the first call after it', key: 'firstCallMs', unit: 'ms', shown: 'value', isLeast: true, target: { atMost: 20 } },
  { label: '- longest block of the event loop', key: 'schemasBlockMs', unit: 'ms', shown: 'value', isLeast: true, target: { atMost: 50 } },
  { label: 'flood of 100,000 notifications', key: 'floodMs', unit: 'ms', shown: 'value' },
  { label: '- longest block of the event loop', key: 'floodBlockMs', unit: 'ms', shown: 'value', isLeast: true },
  { label: "- another server's p95 ÷ before the flood", key: 'floodP95Ratio', unit: '×', shown: 'value', target: { atMost: 1.1 } },
  { label: 'memory at the end', key: 'rssMb', unit: 'MB', shown: 'value' },
];

/** What the rounds come to, as a Markdown table: medians, or the least where `isLeast` says so. */
export function formatTable({ setting, samples }: SettingResult): string {
  const others = (['ours', 'sdk-v1', 'sdk-v2'] as const).filter((client) => samples[client] !== undefined);
  const title = `${setting.transport === 'stdio' ? 'stdio' : 'Streamable HTTP'}, ${setting.era} era`;
  const head = [title, 'raw', ...others.map((client) => (client === 'ours' ? 'ours ÷ raw' : `${client} ÷ raw`)), 'ours must', ''];
  const body = rows.flatMap((row) => {
    const raw = figureOf(samples.raw, row);
    if (Number.isNaN(raw) && others.every((client) => Number.isNaN(figureOf(samples[client], row)))) return [];
    const cells = others.map((client) => {
      const value = figureOf(samples[client], row);
      return row.shown === 'value' ? withUnit(value, row.unit) : `${(value / raw).toFixed(2)} (${withUnit(value, row.unit)})`;
    });
    return [[row.label, withUnit(raw, row.unit), ...cells, targetText(row), verdict(row, raw, figureOf(samples.ours, row))]];
  });
  const table = [head, ...body];
  const widths = head.map((_, column) => Math.max(...table.map((cells) => (cells[column] ?? '').length)));
  const lines = table.map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

/** What ours does not reach, as lines for a person. */
export function misses({ setting, samples }: SettingResult): string[] {
  return rows
    .filter((row) => verdict(row, figureOf(samples.raw, row), figureOf(samples.ours, row)) === 'MISSED')
    .map((row) => `${setting.transport} ${setting.era}: ${row.label}`);
}

function figureOf(samples: Sample[] | undefined, { key, isLeast }: Row): number {
  const values = (samples ?? []).map((sample) => sample[key] ?? Number.NaN).filter((value) => !Number.isNaN(value));
  return isLeast === true && values.length > 0 ? Math.min(...values) : median(values);
}

function withUnit(value: number, unit: string): string {
  if (Number.isNaN(value)) return '–';
  return `${value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value < 10 ? 2 : 1)} ${unit}`;
}

function targetText({ target, shown, unit }: Row): string {
  if (target === undefined) return '';
  const end = shown === 'value' && unit !== '×' ? ` ${unit}` : '';
  return target.atLeast === undefined ? `≤ ${target.atMost}${end}` : `≥ ${target.atLeast}${end}`;
}

function verdict({ target, shown }: Row, raw: number, ours: number): string {
  const value = shown === 'ratio' ? ours / raw : ours;
  if (target === undefined || Number.isNaN(value)) return '';
  return value >= (target.atLeast ?? Number.NEGATIVE_INFINITY) && value <= (target.atMost ?? Number.POSITIVE_INFINITY) ? 'met' : 'MISSED';
}
