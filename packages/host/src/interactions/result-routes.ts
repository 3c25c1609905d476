/** What windows may do about results that are shown before a model reads them. */
import type { HandlersFor } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { CallId, ConversationId } from '@portolan/contract/ids';
import type { resultReviews } from '@portolan/contract/result-reviews';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import type { ResultStore } from '../storage/result-store.ts';

export function resultRoutes({ store, activity = noActivity, pass }: { store: ResultStore; activity?: ActivityPort; pass: (conversationId: ConversationId, callId: CallId) => void }): HandlersFor<typeof resultReviews> {
  return {
    'results/choices': () => ({ choices: store.choices() }),
    'results/choose': ({ choice, isOn }) => {
      store.choose(choice, isOn);
      if (choice.scope === 'chat') activity.record({ type: 'settings-changed', fields: ['resultsFirst'] }, { conversationId: choice.conversationId });
      else activity.record({ type: 'server-changed', fields: ['results'], names: choice.scope === 'tool' ? [choice.tool] : [] }, { serverId: choice.serverId });
      return { choices: store.choices() };
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
