/** Adding servers: paste anything, or fill in a form. Nothing starts from here. */
import { TabPanel, Tabs } from '@portolan/ui/tabs';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { navigate } from '../../lib/router.ts';
import { useAddServerState } from './add-server-state.ts';
import { emptyDraft } from './launch-draft.ts';
import { LaunchForm } from './launch-form.tsx';
import { PastePanel } from './paste-panel.tsx';

export default function AddServerPage() {
  const t = useT();
  const way = useAddServerState((state) => state.way);
  const set = useAddServerState((state) => state.set);
  return (
    <PageFrame title={t.servers.form.addTitle}>
      <Column>
        <Tabs
          variant="segmented"
          aria-label={t.servers.form.addTitle}
          value={way}
          onValueChange={(next) => set({ way: next })}
          items={[
            { value: 'paste', label: t.servers.form.viaPaste },
            { value: 'form', label: t.servers.form.viaForm },
          ]}
        >
          <TabPanel value="paste" className="pt-4"><PastePanel /></TabPanel>
          <TabPanel value="form" className="pt-4"><AddForm /></TabPanel>
        </Tabs>
      </Column>
    </PageFrame>
  );
}

function AddForm() {
  const draft = useAddServerState((state) => state.draft);
  const set = useAddServerState((state) => state.set);
  const add = useHostMutation('servers/add');
  return (
    <LaunchForm
      draft={draft}
      onChange={(next) => set({ draft: next })}
      onSave={(name, launch) =>
        add.mutate(
          { name, launch },
          {
            onSuccess: (server) => {
              set({ draft: emptyDraft });
              navigate({ at: 'server', serverId: server.id, tab: 'overview' });
            },
          },
        )
      }
      onCancel={() => {
        set({ draft: emptyDraft });
        navigate({ at: 'servers' });
      }}
      isSaving={add.isPending}
      problem={add.error?.problem ?? null}
    />
  );
}
