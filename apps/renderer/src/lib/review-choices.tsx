/** For which calls the person sees results before the model does (H02). */
import type { ReviewChoice } from '@portolan/contract/result-reviews';
import { Switch } from '@portolan/ui/switch';
import { useAllReviewChoices } from '../host/queries.ts';
import { useT } from './i18n.tsx';
import { useAct } from './use-act.ts';

export interface ReviewChoices {
  all: readonly ReviewChoice[];
  /** False as long as it is not known. */
  isOn: (choice: ReviewChoice) => boolean;
  choose: (choice: ReviewChoice, isOn: boolean) => void;
}

const none: readonly ReviewChoice[] = [];

const isSame = (one: ReviewChoice, other: ReviewChoice): boolean => {
  if (one.scope === 'chat') return other.scope === 'chat' && one.conversationId === other.conversationId;
  if (other.scope === 'chat' || one.scope !== other.scope || one.serverId !== other.serverId) return false;
  return one.scope === 'server' || (other.scope === 'tool' && one.tool === other.tool);
};

export function useReviewChoices(): ReviewChoices {
  const act = useAct();
  const all = useAllReviewChoices().data ?? none;
  return { all, isOn: (choice) => all.some((each) => isSame(each, choice)), choose: (choice, isOn) => void act('results/choose', { choice, isOn }) };
}

/** One of them as a switch, on the page of what it is about. */
export function ReviewSwitch({ choice }: { choice: Extract<ReviewChoice, { scope: 'server' | 'tool' }> }) {
  const r = useT().interactions.review;
  const { isOn, choose } = useReviewChoices();
  return <Switch label={r.choice[choice.scope]} description={r.choiceHint} checked={isOn(choice)} onCheckedChange={(next) => choose(choice, next)} />;
}
