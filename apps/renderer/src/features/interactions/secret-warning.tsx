/** A form that asks for a secret is blocked, with the reason: what is typed into a form reaches the server as it is (E01). */
import type { ElicitationView } from '@portolan/contract/elicitation';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { FlagIcon } from 'lucide-react';
import { useFormat, useT } from '../../lib/i18n.tsx';

export function SecretWarning({ ask, request }: { ask: ElicitationView; request: Extract<ElicitationView['request'], { mode: 'form' }> }) {
  const t = useT();
  const f = t.asks.form;
  const format = useFormat();
  const toast = useToast();
  const fields = request.secretFields.map(({ title }) => `“${title}”`);
  const report = async () => {
    const what = fields.length > 0 ? format.list(fields) : `“${ask.message.slice(0, 200)}”`;
    await navigator.clipboard.writeText(f.reportText(ask.serverName, what));
    toast.show({ tone: 'success', title: f.reported });
  };
  return (
    <Callout tone="danger" title={f.secretTitle} actions={<Button size="sm" icon={<FlagIcon />} onClick={() => void report()}>{f.report}</Button>}>
      <RevealText text={fields.length === 0 ? f.secretWords(ask.serverName) : f.secretText(ask.serverName, format.list(fields))} />
    </Callout>
  );
}
