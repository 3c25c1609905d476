/** Who answered, and what that took. */
import type { MessageView } from '@portolan/contract/conversations';
import { RevealText } from '@portolan/ui/reveal-text';
import { useFormat, useT } from '../../lib/i18n.tsx';

export function AnswerUsage({ message }: { message: MessageView }) {
  const t = useT();
  const format = useFormat();
  const { usage, model } = message;
  const tokens = usage && usage.inputTokens !== null && usage.outputTokens !== null ? t.chat.usage(format.number(usage.inputTokens), format.number(usage.outputTokens)) : null;
  const cost = usage?.cost === undefined || usage.cost === null ? null : t.usage.costs(format.money(usage.cost));
  return <RevealText text={[model?.model, tokens, cost].filter(Boolean).join(' · ')} hideCount />;
}
