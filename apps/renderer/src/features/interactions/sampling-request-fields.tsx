/** All that a server asks of a model, in boxes that can be changed. */
import { ProviderId } from '@portolan/contract/ids';
import type { SamplingBlock, SamplingView } from '@portolan/contract/sampling';
import { Callout } from '@portolan/ui/callout';
import { Checkbox } from '@portolan/ui/checkbox';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { Textarea } from '@portolan/ui/textarea';
import { useProviders } from '../../host/queries.ts';
import { JsonView } from '../../lib/content/json-view.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ModelPriceLine } from './model-price.tsx';
import { isTokenCount, stopsOf, temperatureOf } from './sampling-draft.ts';
import { SamplingFacts } from './sampling-facts.tsx';
import type { SamplingDraft } from './sampling-draft.ts';

export interface SamplingRequestFieldsProps {
  ask: SamplingView;
  draft: SamplingDraft;
  onChange: (next: SamplingDraft) => void;
}

export function SamplingRequestFields({ ask, draft, onChange }: SamplingRequestFieldsProps) {
  const t = useT();
  const s = t.asks.sampling;
  const format = useFormat();
  const providers = useProviders().data?.providers ?? [];
  const { request, choice } = ask;
  const models = providers.flatMap((provider) => provider.models.map(({ id }) => ({ value: `${provider.id} ${id}`, label: `${provider.name} · ${id}` })));
  return (
    <div className="flex min-w-0 flex-col gap-3.5">
      {models.length === 0 ? <Callout tone="info">{s.noModel}</Callout> : (
        <Field label={s.model} description={choice === null ? undefined : <RevealText text={choice.why === 'hint' ? s.why.hint(choice.hint ?? '') : s.why[choice.why]} />}>
          <Select
            aria-label={s.model}
            value={draft.model === null ? '' : `${draft.model.providerId} ${draft.model.model}`}
            onValueChange={(value) => {
              const [providerId = '', ...model] = value.split(' ');
              onChange({ ...draft, model: { providerId: ProviderId.parse(providerId), model: model.join(' ') } });
            }}
            items={models}
          />
        </Field>
      )}
      {draft.model === null ? null : <ModelPriceLine model={draft.model} tokens={isTokenCount(draft.maxTokens, request.maxTokens) ? Number(draft.maxTokens) : request.tokenCap} />}
      <SamplingFacts request={request} />
      <div className="min-w-0">
        <Field label={s.systemPrompt} description={s.hostPrompt}>
          <Textarea value={draft.systemPrompt} onValueChange={(systemPrompt) => onChange({ ...draft, systemPrompt })} />
        </Field>
        <Collapsible label={s.hostPromptExact} className="mt-1 text-sm text-muted"><p lang="en" className="break-words"><RevealText text={request.hostPrompt} /></p></Collapsible>
      </div>
      <ol className="flex min-w-0 flex-col gap-3">
        {request.messages.map((message, at) => (
          <li key={`${at}`} className="flex min-w-0 flex-col gap-2">
            {message.content.map((block, index) => (
              <Block key={`${at} ${index}`} block={block} label={s.message(s.roles[message.role], at + 1)} text={draft.texts[`${at} ${index}`]} onChange={(text) => onChange({ ...draft, texts: { ...draft.texts, [`${at} ${index}`]: text } })} />
            ))}
          </li>
        ))}
      </ol>
      <Field label={s.maxTokens} description={s.maxTokensHint(format.number(request.maxTokens))} error={isTokenCount(draft.maxTokens, request.maxTokens) ? undefined : s.maxTokensWrong(format.number(request.maxTokens))}>
        <Input className="max-w-40" inputMode="numeric" autoComplete="off" value={draft.maxTokens} onValueChange={(maxTokens) => onChange({ ...draft, maxTokens })} />
      </Field>
      <Collapsible label={s.freedom} className="text-sm">
        <div className="flex min-w-0 flex-col gap-3 pt-1">
          <Field label={s.temperature} description={s.temperatureHint} error={temperatureOf(draft.temperature) === undefined ? s.temperatureWrong : undefined}>
            <Input className="max-w-40" inputMode="decimal" autoComplete="off" value={draft.temperature} onValueChange={(temperature) => onChange({ ...draft, temperature })} />
          </Field>
          <Field label={s.stops} description={s.stopsHint} error={stopsOf(draft.stops) === null ? s.stopsWrong : undefined}>
            <Textarea mono rows={2} spellCheck={false} value={draft.stops} onValueChange={(stops) => onChange({ ...draft, stops })} />
          </Field>
        </div>
      </Collapsible>
      {request.tools.length === 0 ? null : (
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="text-sm font-medium">{s.tools}</legend>
          <p className="text-sm text-muted">{s.toolsText} {s.choice[request.toolChoice]}</p>
          <Field label={s.mayUse}>
            <Select aria-label={s.mayUse} value={draft.toolChoice} onValueChange={(toolChoice) => onChange({ ...draft, toolChoice })} items={(['auto', 'required', 'none'] as const).map((value) => ({ value, label: s.use[value] }))} />
          </Field>
          {request.tools.map((tool) => (
            <div key={tool.name} className="min-w-0">
              <Checkbox checked={draft.tools.includes(tool.name)} label={tool.name} onCheckedChange={(isOn) => onChange({ ...draft, tools: isOn ? [...draft.tools, tool.name] : draft.tools.filter((name) => name !== tool.name) })} />
              <p className="pl-6 text-sm break-words text-muted"><RevealText text={tool.description} /></p>
              <Collapsible label={t.tools.definition} className="pl-6 text-sm"><JsonView value={tool.inputSchema} label={t.tools.definition} /></Collapsible>
            </div>
          ))}
        </fieldset>
      )}
      {request.repairs.length > 0 ? (
        <Collapsible label={s.repaired(request.repairs.length)} className="text-sm text-muted">
          <ul className="list-disc pl-5">{request.repairs.map(({ path, reason }, index) => <li key={`${path} ${index}`} className="break-words"><RevealText text={`${path}: ${reason}`} /></li>)}</ul>
        </Collapsible>
      ) : null}
    </div>
  );
}

function Block({ block, label, text, onChange }: { block: SamplingBlock; label: string; text: string | undefined; onChange: (text: string) => void }) {
  const s = useT().asks.sampling;
  if (block.type === 'text') {
    return (
      <Field label={label}>
        <Textarea value={text ?? block.text} onValueChange={onChange} />
      </Field>
    );
  }
  return (
    <div className="min-w-0 text-sm">
      <p className="text-xs text-muted">{label}</p>
      {block.type === 'tool_use' ? <CodeText block label={label} text={`${block.name} ${JSON.stringify(block.input, null, 2)}`} className="max-h-60 overflow-auto" /> : null}
      {block.type === 'tool_result' ? <CodeText block label={label} text={block.text} className="max-h-60 overflow-auto" /> : null}
      {block.type === 'image' || block.type === 'audio' ? <p><RevealText text={s.file(block.mimeType, Math.round((block.data.length * 3) / 4000))} /></p> : null}
    </div>
  );
}
