/** One permission: which server and tool, what happens, and only when. It reads as a sentence while it is written. */
import { ServerId } from '@portolan/contract/ids';
import type { RuleEffect, RuleView } from '@portolan/contract/rules';
import { Button } from '@portolan/ui/button';
import { Field, FieldGroup } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RadioGroup } from '@portolan/ui/radio-group';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { useToast } from '@portolan/ui/toast';
import { PlusIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useHostMutation, useHostQuery, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { ruleSentence } from '@portolan/i18n/rule-sentence';
import { useFirstError } from '../../lib/use-first-error.ts';
import { ConditionRow } from './condition-row.tsx';
import { conditionOf, draftOf, emptyCondition, problemOfCondition } from './rule-draft.ts';
import type { RuleDraft } from './rule-draft.ts';

export interface RuleFormProps {
  /** The one to change; null adds one. */
  rule: RuleView | null;
  onDirty: () => void;
  onDone: () => void;
  onCancel: () => void;
}

// No server and no tool has such a name in a list of choices.
const every = '*';

export function RuleForm({ rule, onDirty, onDone, onCancel }: RuleFormProps) {
  const t = useT();
  const r = t.rules;
  const f = r.form;
  const toast = useToast();
  const servers = useServers().data ?? [];
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(rule, servers[0]?.id ?? null));
  const [isTried, setIsTried] = useState(false);
  const nextKey = useRef(draft.conditions.length);
  const form = useRef<HTMLFormElement>(null);
  const showFirstError = useFirstError(form);
  const save = useHostMutation('rules/save');
  const { data: listed } = useHostQuery('servers/tools', { serverId: draft.serverId ?? ServerId.parse('none') }, { enabled: draft.serverId !== null });
  const change = (part: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...part });
    onDirty();
  };
  const tools = draft.serverId === null ? [] : (listed?.tools ?? []);
  const isToolMissing = !draft.isEveryTool && draft.tool.trim() === '';
  const properties = tools.find(({ name }) => name === draft.tool)?.inputSchema['properties'];
  const argumentsOf = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  const serverName = servers.find(({ id }) => id === draft.serverId)?.name ?? '';
  const isWhole = !isToolMissing && draft.conditions.every((condition) => problemOfCondition(condition) === null);
  const submit = () => {
    setIsTried(true);
    if (save.isPending) return;
    if (!isWhole) {
      showFirstError();
      return;
    }
    save.mutate(
      {
        ...(rule === null ? {} : { id: rule.id }),
        serverId: draft.serverId,
        tool: draft.isEveryTool ? null : draft.tool.trim(),
        effect: draft.effect,
        conditions: draft.conditions.map(conditionOf),
        conversationId: null,
      },
      {
        onSuccess: (saved) => {
          toast.show({ tone: 'success', title: r.saved, description: <RevealText text={ruleSentence(saved, t)} /> });
          onDone();
        },
      },
    );
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={f.effect}>
        <RadioGroup<RuleEffect>
          value={draft.effect}
          onValueChange={(effect) => change({ effect, serverId: effect === 'allow' && draft.serverId === null ? (servers[0]?.id ?? null) : draft.serverId })}
          items={(['allow', 'ask', 'never'] as const).map((value) => ({ value, label: r.effect[value], description: r.effectHint[value] }))}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={f.server}>
          <Select<string>
            value={draft.serverId ?? every}
            onValueChange={(chosen) => change({ serverId: chosen === every ? null : ServerId.parse(chosen), tool: '' })}
            items={[...(draft.effect === 'allow' ? [] : [{ value: every, label: f.everyServer }]), ...servers.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </Field>
        <ToolField draft={draft} names={tools.map(({ name }) => name)} isMissing={isTried && isToolMissing} onChange={change} />
      </div>
      <FieldGroup label={f.conditions} description={f.conditionsHint} required={false}>
        <div className="flex flex-col gap-3">
          {draft.conditions.map((condition) => (
            <ConditionRow
              key={condition.key}
              condition={condition}
              names={argumentsOf}
              isTried={isTried}
              onChange={(next) => change({ conditions: draft.conditions.map((each) => (each.key === condition.key ? next : each)) })}
              onRemove={() => change({ conditions: draft.conditions.filter((each) => each.key !== condition.key) })}
            />
          ))}
          <span>
            <Button size="sm" icon={<PlusIcon />} disabled={draft.conditions.length >= 20} onClick={() => change({ conditions: [...draft.conditions, emptyCondition(nextKey.current++)] })}>{f.addCondition}</Button>
          </span>
        </div>
      </FieldGroup>
      {isWhole ? (
        <p className="text-sm break-words" role="status">
          <span className="text-muted">{f.result}: </span>
          <RevealText text={ruleSentence({ serverId: draft.serverId, serverName, tool: draft.isEveryTool ? null : draft.tool, tools: draft.isEveryTool && draft.effect === 'allow' ? tools.map(({ name }) => name) : null, effect: draft.effect, conditions: draft.conditions.map(conditionOf), scope: 'always' }, t)} />
        </p>
      ) : null}
      {save.error ? <ProblemCallout problem={save.error.problem} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t.app.actions.cancel}</Button>
        <Button type="submit" variant="primary" loading={save.isPending}>{r.save}</Button>
      </div>
    </form>
  );
}

function ToolField({ draft, names, isMissing, onChange }: { draft: RuleDraft; names: readonly string[]; isMissing: boolean; onChange: (part: Partial<RuleDraft>) => void }) {
  const f = useT().rules.form;
  const everyTool = { value: every, label: draft.effect === 'allow' ? f.everyToolNow : f.everyTool };
  // One that is not there now is kept as it was written.
  const listed = draft.tool === '' || names.includes(draft.tool) ? names : [...names, draft.tool];
  if (names.length > 0) {
    return (
      <Field label={f.tool} error={isMissing ? f.missing : undefined}>
        <Select<string>
          placeholder={f.chooseTool}
          value={draft.isEveryTool ? every : draft.tool === '' ? null : draft.tool}
          onValueChange={(chosen) => onChange(chosen === every ? { isEveryTool: true, tool: '' } : { isEveryTool: false, tool: chosen })}
          items={[everyTool, ...listed.map((value) => ({ value, label: value }))]}
        />
      </Field>
    );
  }
  return (
    <Field label={f.tool} description={draft.serverId === null || draft.isEveryTool ? undefined : f.toolsUnknown} error={isMissing ? f.missing : undefined} actions={<Button size="sm" variant="ghost" aria-pressed={draft.isEveryTool} onClick={() => onChange({ isEveryTool: !draft.isEveryTool })}>{everyTool.label}</Button>}>
      <Input mono value={draft.isEveryTool ? '' : draft.tool} disabled={draft.isEveryTool} placeholder={draft.isEveryTool ? everyTool.label : ''} maxLength={1024} spellCheck={false} onValueChange={(tool) => onChange({ tool })} />
    </Field>
  );
}
