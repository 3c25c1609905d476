/** Adding servers: paste anything, or fill in a form. Nothing starts from here. */
import { TabPanel, Tabs } from '@portolan/ui/tabs';
import { useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { navigate } from '../../lib/router.ts';
import { LaunchForm } from './launch-form.tsx';
import { PastePanel } from './paste-panel.tsx';

export default function AddServerPage() {
  const t = useT();
  const [way, setWay] = useState<'paste' | 'form'>('paste');
  return (
    <PageFrame title={t.servers.form.addTitle}>
      <Column>
        <Tabs
          variant="segmented"
          aria-label={t.servers.form.addTitle}
          value={way}
          onValueChange={setWay}
          items={[
            { value: 'paste', label: t.servers.form.viaPaste },
            { value: 'form', label: t.servers.form.viaForm },
          ]}
        >
          <TabPanel value="paste" className="pt-4"><PastePanel /></TabPanel>
          <TabPanel value="form" className="pt-4">
            <LaunchForm onSaved={(server) => navigate({ at: 'server', serverId: server.id, tab: 'overview' })} onCancel={() => navigate({ at: 'servers' })} />
          </TabPanel>
        </Tabs>
      </Column>
    </PageFrame>
  );
}
