/** A prompt template as it reads, with its places set apart by more than colour. */
import { readTemplate } from '@portolan/contract/template-text';
import type { TemplatePart } from '@portolan/contract/template-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { Fragment } from 'react';
import { useT } from './i18n.tsx';

const looks: Record<Exclude<TemplatePart['type'], 'text'>, string> = {
  variable: 'bg-accent-soft text-accent-fg',
  tool: 'bg-success-soft text-success-fg',
  resource: 'bg-warn-soft text-warn-fg',
  bad: 'bg-danger-soft text-danger-fg underline decoration-wavy',
};

/** Every character of the text, exactly where it stands. For the layer under a field. */
export function TemplateSource({ text, wrong }: { text: string; wrong: ReadonlySet<number> }) {
  return readTemplate(text).map((part) => {
    const piece = text.slice(part.start, part.end);
    if (part.type === 'text') return <Fragment key={part.start}>{piece}</Fragment>;
    return <mark key={part.start} className={`rounded-sm ${looks[wrong.has(part.start) ? 'bad' : part.type]}`}>{piece}</mark>;
  });
}

/** As it will be sent, with what is filled in, and what it names and attaches. */
export function TemplatePreview({ text, values }: { text: string; values: Readonly<Record<string, string>> }) {
  const t = useT();
  const f = t.templates.form;
  if (text.trim() === '') return <p className="text-sm text-muted">{f.previewEmpty}</p>;
  return (
    <div className="text-sm break-words whitespace-pre-wrap">
      {readTemplate(text).map((part) => {
        if (part.type === 'text') return <RevealText key={part.start} text={part.text} hideCount />;
        if (part.type === 'bad') return <mark key={part.start} className={`rounded-sm ${looks.bad}`}>{text.slice(part.start, part.end)}</mark>;
        if (part.type !== 'variable') return <mark key={part.start} className={`rounded-sm px-1 ${looks[part.type]}`}><RevealText text={part.type === 'tool' ? f.names(part.of) : f.attaches(part.of)} hideCount /></mark>;
        const value = values[part.name] ?? '';
        return value === '' ? <mark key={part.start} className={`rounded-sm px-1 ${looks.variable}`}>{part.name}</mark> : <RevealText key={part.start} text={value} hideCount />;
      })}
    </div>
  );
}
