/** What a server asks for by `${input:…}` and `${secret:…}`: asked before its start, changed and forgotten later (S08, S09). */
import type { InputAnswerView } from '@portolan/contract/launch-inputs';
import type { ServerInput, ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Checkbox } from '@portolan/ui/checkbox';
import { Field } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { useToast } from '@portolan/ui/toast';
import { Trash2Icon } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { isValueMatter } from '../value-matter.ts';
import type { SectionProps } from './section.ts';

export function ValuesSection({ server }: SectionProps) {
  const hasSecrets = JSON.stringify(server.launch).includes('${secret:');
  if (!server.isReviewed || (server.inputs.length === 0 && !hasSecrets)) return null;
  return <Values key={server.launchHash} server={server} />;
}

function Values({ server }: { server: ServerView }) {
  const t = useT();
  const v = t.values;
  const act = useAct();
  const toast = useToast();
  // Asked again after each change, and when the server has stopped for want of one.
  const [round, setRound] = useState(0);
  const stamp = `${round} ${server.state} ${server.since}`;
  const answers = useHostQuery('servers/inputs', { serverId: server.id }, { stamp, keep: true, fresh: true }).data?.answers;
  const secrets = useHostQuery('servers/secrets', { serverId: server.id }, { stamp, keep: true, fresh: true }).data?.secrets;
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<Record<string, boolean>>({});
  const [isSaving, setIsSaving] = useState(false);
  if (!answers || !secrets) return null;
  const isNeeded = isValueMatter(server);
  const answerOf = (id: string) => answers.find((each) => each.id === id);
  const isAsked = (answer: InputAnswerView) => asked[answer.id] ?? answer.isAskedEachTime;
  const set = (key: string, value: string) => setTyped((held) => ({ ...held, [key]: value }));

  const save = async () => {
    setIsSaving(true);
    const inputs = answers.flatMap((answer) => {
      const input = server.inputs.find((each) => each.id === answer.id);
      const value = typed[`input:${answer.id}`] ?? (answer.isAnswered ? undefined : input?.default);
      return value === undefined && isAsked(answer) === answer.isAskedEachTime ? [] : [{ id: answer.id, isAskedEachTime: isAsked(answer), ...(value === undefined || value === '' ? {} : { value }) }];
    });
    const named = secrets.flatMap(({ name }) => (typed[`secret:${name}`] ? [{ name, value: typed[`secret:${name}`] ?? '' }] : []));
    const isKept =
      (inputs.length === 0 || (await act('servers/answer', { serverId: server.id, answers: inputs })) !== undefined) &&
      (named.length === 0 || (await act('servers/setSecrets', { serverId: server.id, secrets: named })) !== undefined);
    if (isKept) {
      setTyped({});
      setAsked({});
      setRound((n) => n + 1);
      if (isNeeded) await act('servers/start', { serverId: server.id });
      else toast.show({ tone: 'success', title: v.saved });
    }
    setIsSaving(false);
  };
  const forget = async (work: Promise<unknown>, what: string) => {
    if ((await work) === undefined) return;
    setRound((n) => n + 1);
    toast.show({ title: v.forgotten(what) });
  };

  return (
    <Card level={2} title={v.title}>
      <form
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="text-sm text-muted">{isNeeded ? <strong className="font-semibold text-fg"><RevealText text={v.needed(server.name)} hideCount /> </strong> : null}{v.lead}</p>
        {server.inputs.map((input) => {
          const answer = answerOf(input.id);
          if (!answer) return null;
          return (
            <InputField
              key={input.id}
              input={input}
              answer={answer}
              value={typed[`input:${input.id}`] ?? answer.value ?? (answer.isAnswered ? '' : (input.default ?? ''))}
              isAsked={isAsked(answer)}
              onValue={(value) => set(`input:${input.id}`, value)}
              onAsked={(next) => setAsked((held) => ({ ...held, [input.id]: next }))}
              onForget={() => void forget(act('servers/answer', { serverId: server.id, answers: [{ id: input.id, value: null, isAskedEachTime: answer.isAskedEachTime }] }), input.description)}
            />
          );
        })}
        {secrets.map(({ name, isSet }) => (
          <Field key={name} label={<RevealText text={v.secret(name)} hideCount />} note={isSet ? undefined : v.notEntered}>
            <div className="flex items-center gap-1.5">
              <Input className="flex-1" type="password" autoComplete="off" value={typed[`secret:${name}`] ?? ''} placeholder={isSet ? v.kept : ''} maxLength={32_768} onValueChange={(value) => set(`secret:${name}`, value)} />
              {isSet ? <IconButton label={v.forget(name)} icon={<Trash2Icon />} onClick={() => void forget(act('servers/setSecrets', { serverId: server.id, secrets: [{ name, value: '' }] }), name)} /> : null}
            </div>
          </Field>
        ))}
        <Button type="submit" variant={isNeeded ? 'primary' : 'secondary'} className="self-start" loading={isSaving}>{isNeeded ? v.saveAndStart : v.save}</Button>
      </form>
    </Card>
  );
}

interface InputFieldProps {
  input: ServerInput;
  answer: InputAnswerView;
  value: string;
  isAsked: boolean;
  onValue: (value: string) => void;
  onAsked: (isAsked: boolean) => void;
  onForget: () => void;
}

/** The description comes from whoever wrote the configuration. */
function InputField({ input, answer, value, isAsked, onValue, onAsked, onForget }: InputFieldProps) {
  const t = useT();
  const v = t.values;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Field label={<RevealText text={input.description} hideCount />} note={answer.isAnswered ? undefined : v.notEntered}>
        <div className="flex items-center gap-1.5">
          {input.options ? (
            <Select className="flex-1" aria-label={v.answerTo(revealed(input.description))} value={value === '' ? null : value} placeholder={v.choose} items={input.options.map((option) => ({ value: option, label: option }))} onValueChange={onValue} />
          ) : (
            <Input className="flex-1" type={input.isSecret ? 'password' : 'text'} autoComplete="off" spellCheck={false} value={value} maxLength={32_768} placeholder={input.isSecret && answer.isAnswered ? v.kept : ''} onValueChange={onValue} />
          )}
          {answer.isAnswered ? <IconButton label={v.forget(revealed(input.description))} icon={<Trash2Icon />} onClick={onForget} /> : null}
        </div>
      </Field>
      <Checkbox label={v.eachTime} checked={isAsked} onCheckedChange={onAsked} />
    </div>
  );
}
