/** Adding servers, each way on a tab of its own. Nothing starts from here. */
import { Spinner } from '@portolan/ui/spinner';
import { TabPanel, Tabs } from '@portolan/ui/tabs';
import { Suspense } from 'react';
import { useInstallLinks } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { navigate } from '../../lib/router.ts';
import type { AddWay } from '../../lib/router.ts';
import { useAddServerState } from './add-server-state.ts';
import { waysToAdd } from './add-ways.tsx';

export default function AddServerPage({ way, item }: { way: AddWay | undefined; item: string | undefined }) {
  const t = useT();
  const last = useAddServerState((state) => state.way);
  const set = useAddServerState((state) => state.set);
  const wanted = way ?? last;
  const hasLinks = (useInstallLinks().data?.length ?? 0) > 0;
  const ways = waysToAdd.filter((each) => !each.isOccasional || each.way === way || hasLinks);
  const shown = ways.some((each) => each.way === wanted) ? wanted : 'paste';
  const choose = (next: AddWay) => {
    set({ way: next });
    navigate({ at: 'add-server', way: next }, { replace: true });
  };
  return (
    <PageFrame title={t.servers.form.addTitle}>
      <Column>
        <Tabs
          variant="segmented"
          // More ways than a narrow window has room for go on on a second line.
          className="[&>.ui-segmented]:h-auto [&>.ui-segmented]:max-w-full [&>.ui-segmented]:flex-wrap"
          aria-label={t.servers.form.addTitle}
          value={shown}
          onValueChange={choose}
          items={ways.map((each) => ({ value: each.way, label: each.label(t) }))}
        >
          {ways.map(({ way: value, Panel }) => (
            <TabPanel key={value} value={value} className="pt-4">
              <Suspense fallback={<Spinner />}><Panel item={value === shown ? item : undefined} /></Suspense>
            </TabPanel>
          ))}
        </Tabs>
      </Column>
    </PageFrame>
  );
}
