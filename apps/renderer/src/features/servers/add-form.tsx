/** Adding a server by form. What is typed outlives a change of page. */
import { useHostMutation } from '../../host/queries.ts';
import { navigate } from '../../lib/router.ts';
import { useAddServerState } from './add-server-state.ts';
import { emptyDraft } from './launch-draft.ts';
import { LaunchForm } from './launch-form.tsx';

export function AddForm() {
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
