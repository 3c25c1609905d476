/** A server's state in words with its mark. */
import type { ServerView } from '@portolan/contract/servers';
import { StatusDot } from '@portolan/ui/status-dot';
import { useT } from '../../lib/i18n.tsx';
import { serverTone, shownState } from '../../lib/server-state.ts';

export function ServerStatus({ server }: { server: ServerView }) {
  const t = useT();
  return <StatusDot tone={serverTone(server)} text={t.servers.state[shownState(server)]} className="whitespace-nowrap" />;
}
