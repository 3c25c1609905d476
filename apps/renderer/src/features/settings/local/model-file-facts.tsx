/** What the header of a model file says, and whether it fits into memory, in words. */
import type { ModelFileView } from '@portolan/contract/model-files';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';

const tones = { fits: 'success', tight: 'warn', 'too-large': 'danger' } as const;

export function ModelFileFacts({ facts }: { facts: ModelFileView }) {
  const f = useT().localModels.file;
  const format = useFormat();
  const { needed, free, fit } = facts.memory;
  const rows: [string, ReactNode][] = [
    [f.name, <RevealText key="name" text={facts.name || facts.fileName} hideCount />],
    [f.architecture, <RevealText key="architecture" text={facts.architecture} hideCount />],
    ...(facts.parameters === null ? [] : [[f.parameters, size(facts.parameters, format.number)] as [string, string]]),
    ...(facts.quantisation === '' ? [] : [[f.quantisation, facts.quantisation] as [string, string]]),
    ...(facts.trainedContext === null ? [] : [[f.trained, f.tokens(format.number(facts.trainedContext))] as [string, string]]),
    [f.size, facts.parts > 1 ? f.sizeInParts(format.bytes(facts.bytes), facts.parts) : format.bytes(facts.bytes)],
  ];
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-md border border-line bg-sunken p-3">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <Callout tone={tones[fit]} alert title={f.fit[fit]}>{f.memory(format.bytes(needed), format.bytes(free))}{fit === 'fits' ? '' : ` ${f.fitNext[fit]}`}</Callout>
      {facts.isForChat ? null : <Callout tone="warn">{f.noTemplate}</Callout>}
    </div>
  );
}

/** 7 240 000 000 → "7.2 B", as the names of models have it. */
function size(parameters: number, number: (value: number) => string): string {
  const [unit, letter] = parameters >= 1e9 ? [1e9, ' B'] : parameters >= 1e6 ? [1e6, ' M'] : [1, ''];
  return `${number(Math.round((parameters / unit) * 10) / 10)}${letter}`;
}
