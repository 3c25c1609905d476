/** One question of a server, whatever it is. */
import type { AskView } from '../../lib/ask-cards.tsx';
import { ElicitationForm } from './elicitation-form.tsx';
import { ElicitationUrl } from './elicitation-url.tsx';

export function AskCard({ ask }: { ask: AskView }) {
  return ask.request.mode === 'form' ? <ElicitationForm ask={ask} request={ask.request} /> : <ElicitationUrl ask={ask} request={ask.request} />;
}
