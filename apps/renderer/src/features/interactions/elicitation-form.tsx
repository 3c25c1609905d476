/** A form that a server asks to be filled in. Its fields are the server's, its answer is the person's (H33–H35, H42–H45). */
import type { ElicitationView } from '@portolan/contract/elicitation';
import { readForm, startForm } from '@portolan/schema-form/form-state';
import { SchemaForm } from '@portolan/schema-form/schema-form';
import { Button } from '@portolan/ui/button';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { SendIcon } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { JsonView } from '../../lib/content/json-view.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useFirstError } from '../../lib/use-first-error.ts';
import { useGuard } from '../../lib/use-guard.ts';
import { useFocusWhenWanted } from '../../lib/use-wanted-focus.ts';
import { AskFrame, NoButtons, ServerWords } from './ask-frame.tsx';
import { formProblems, sentFor, valuesOf } from './form-values.ts';
import { useAskDraft } from './ask-drafts.ts';
import { SecretWarning } from './secret-warning.tsx';
import { useSheet } from './sheet.ts';
import { useAnswer } from './use-answer.ts';

type FormRequest = Extract<ElicitationView['request'], { mode: 'form' }>;

export function ElicitationForm({ ask, request }: { ask: ElicitationView; request: FormRequest }) {
  const t = useT();
  const card = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const guard = useGuard(card);
  const answering = useAnswer(ask, card);
  const sheet = useSheet();
  const [draft, setDraft] = useAskDraft(ask.id);
  const state = useMemo(() => draft.form ?? startForm(request.schema), [draft.form, request.schema]);
  const [isTried, setIsTried] = useState(false);
  const showFirstError = useFirstError(form);
  useFocusWhenWanted(ask.id, card);
  const isSecret = request.isSecretAsked || request.secretFields.length > 0;
  const values = valuesOf(request.schema, state.value);
  const hasFields = Object.keys(request.schema['properties'] ?? {}).length > 0;
  const send = (event: SyntheticEvent) => {
    if (answering.isSending || isSecret) return;
    setIsTried(true);
    if (!readForm(request.schema, state).ok) {
      showFirstError();
      return;
    }
    if (guard.accepts(event)) answering.send({ kind: 'elicitation', action: 'accept', content: values });
  };
  const no = (action: 'decline' | 'cancel', stopAsking = false) => answering.send({ kind: 'elicitation', action, ...(stopAsking ? { stopAsking } : {}) });
  return (
    <AskFrame
      ask={ask}
      ref={card}
      wants={t.asks.wantsForm}
      answering={answering}
      no={<NoButtons isGuarded={guard.isGuarded} isSending={answering.isSending} onDecline={() => no('decline')} onCancel={() => no('cancel')} onStop={() => no('decline', true)} />}
      send={isSecret ? null : <Button variant="primary" icon={<SendIcon />} disabled={guard.isGuarded || answering.isSending} focusableWhenDisabled onClick={send}>{t.asks.form.send}</Button>}
    >
      <ServerWords text={ask.message} />
      {isSecret ? <SecretWarning ask={ask} request={request} /> : null}
      {isSecret ? null : hasFields ? (
        <form
          ref={form}
          noValidate
          autoComplete="off"
          onSubmit={(event) => {
            // Enter in a field is no consent; only the button is.
            event.preventDefault();
          }}
        >
          <SchemaForm schema={request.schema} value={state} onChange={(next) => setDraft({ form: next })} labels={t.forms} showErrors={isTried || sheet?.isTried === true} errors={formProblems(request.schema, sheet?.problemsOf(ask.id) ?? answering.problems)} allowJson={false} disabled={answering.isSending || sheet?.isSending === true} />
        </form>
      ) : (
        <p className="text-sm text-muted">{t.asks.form.noFields}</p>
      )}
      {isSecret || !hasFields ? null : (
        <Collapsible label={t.asks.form.whatIsSent} className="text-sm"><JsonView value={sentFor(values)} label={t.asks.form.whatIsSent} /></Collapsible>
      )}
      {request.repairs.length > 0 ? (
        <Collapsible label={t.asks.form.repaired(request.repairs.length)} className="text-sm text-muted">
          <ul className="list-disc pl-5">{request.repairs.map(({ path, reason }, index) => <li key={`${path} ${index}`} className="break-words"><RevealText text={`${path}: ${reason}`} /></li>)}</ul>
        </Collapsible>
      ) : null}
    </AskFrame>
  );
}
