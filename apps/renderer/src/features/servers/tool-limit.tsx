/** How long a call of one tool may take, where that is not as with the others of its server (S20). */
import { defaultLimits } from '@portolan/contract/servers';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import { Collapsible } from '@portolan/ui/collapsible';
import { useToast } from '@portolan/ui/toast';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useAct } from '../../lib/use-act.ts';
import { NumbersForm } from './sections/numbers-form.tsx';

const least = 1;
const most = 86_400;

export function ToolLimit({ server, tool }: { server: ServerView; tool: ToolView }) {
  const c = useT().servers.care;
  const format = useFormat();
  const act = useAct();
  const toast = useToast();
  const { callSeconds = defaultLimits.callSeconds, callTotalSeconds = defaultLimits.callTotalSeconds, toolSeconds = {} } = server.limits;
  const own = Object.hasOwn(toolSeconds, tool.name) ? toolSeconds[tool.name] : undefined;
  const save = async ({ seconds }: { seconds: number | null }): Promise<void> => {
    if (await act('servers/setLimits', { serverId: server.id, limits: { toolSeconds: { [tool.name]: seconds } } })) toast.show({ tone: 'success', title: c.saved });
  };
  return (
    <Collapsible label={own === undefined ? c.toolLimit : c.toolLimitOwn(format.number(own))}>
      <NumbersForm
        key={own}
        text={c.limitsText}
        lines={[{ name: 'seconds', label: c.toolSeconds, hint: c.toolUsual(format.number(callSeconds), format.number(callTotalSeconds)), value: own, least, most, wrong: c.outOfRange(format.number(least), format.number(most)) }]}
        empty={null}
        saveLabel={c.saveTool}
        onSave={save}
      />
    </Collapsible>
  );
}
