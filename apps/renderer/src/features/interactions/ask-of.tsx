/** One question of a server, whatever it is. */
import type { AskView } from '../../lib/ask-cards.tsx';
import { ElicitationForm } from './elicitation-form.tsx';
import { ElicitationUrl } from './elicitation-url.tsx';
import { SamplingCard } from './sampling-card.tsx';

export function AskOf({ ask }: { ask: AskView }) {
  if (ask.kind === 'sampling') return <SamplingCard ask={ask} />;
  return ask.request.mode === 'form' ? <ElicitationForm ask={ask} request={ask.request} /> : <ElicitationUrl ask={ask} request={ask.request} />;
}
