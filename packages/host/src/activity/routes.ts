/** What windows and the command line may ask of the activity log. Nobody can add to it, change it, or take from it. */
import type { activity } from '@portolan/contract/activity';
import type { HandlersFor } from '@portolan/contract/contract';
import type { ActivityLog } from './activity-log.ts';
import { activityFormats } from './export-activity.ts';

/** Entries of one piece of an exported text. */
const pieceSize = 500;

export function activityRoutes({ log }: { log: ActivityLog }): HandlersFor<typeof activity> {
  return {
    'activity/page': ({ filter, from, limit }) => ({ entries: limit === 0 ? [] : log.page(filter, from, limit), total: log.count(filter), oldest: log.ends().oldest }),
    'activity/watch': (_input, { signal }) => log.watch(signal),
    'activity/export': async function* ({ filter, format }, { signal }) {
      const { head, entry, tail } = activityFormats[format];
      const { newest } = log.ends();
      log.record({ type: 'log-exported', format, count: log.count(filter) });
      yield { text: head };
      let isFirst = true;
      for (let id = 0; !signal.aborted; ) {
        const entries = log.after(filter, id, pieceSize).filter((each) => each.id <= newest);
        const last = entries.at(-1);
        if (last === undefined) break;
        let text = '';
        for (const each of entries) {
          text += entry(each, isFirst);
          isFirst = false;
        }
        yield { text };
        id = last.id;
        // Between two pieces everybody else has a turn.
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((resolve) => setImmediate(resolve));
      }
      yield { text: tail };
    },
  };
}
