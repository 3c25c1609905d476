/** What windows may do about results that are shown before a model reads them. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { CallId, ConversationId } from '@portolan/contract/ids';
import type { resultReviews } from '@portolan/contract/result-reviews';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { ResultStore } from '../storage/result-store.ts';
import type { ReviewChoices } from './review-choices.ts';

export interface ResultRouteDeps {
  store: ResultStore;
  choices: ReviewChoices;
  activity?: ActivityPort;
  pass: (conversationId: ConversationId, callId: CallId) => void;
}

export function resultRoutes({ store, choices, activity = noActivity, pass }: ResultRouteDeps): HandlersFor<typeof resultReviews> {
  return {
    'results/watchChoices': (_input, { signal }) => choices.watch(signal),
    'results/choose': ({ choice, isOn }) => {
      choices.choose(choice, isOn);
      if (choice.scope === 'chat') activity.record({ type: 'settings-changed', fields: ['resultsFirst'] }, { conversationId: choice.conversationId });
      else activity.record({ type: 'server-changed', fields: ['results'], names: choice.scope === 'tool' ? [choice.tool] : [] }, { serverId: choice.serverId });
      return {};
    },
    'results/pass': ({ conversationId, callId }) => {
      pass(conversationId, callId);
      return {};
    },
    'results/original': ({ callId }) => {
      const result = store.original(callId);
      if (result === null) throw new HostError('result-unknown', { call: callId });
      return { result };
    },
  };
}
