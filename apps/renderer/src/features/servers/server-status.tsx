/** A server's state in words with its mark. */
import type { ServerView } from '@portolan/contract/servers';
import { StatusDot } from '@portolan/ui/status-dot';
import { useT } from '../../lib/i18n.tsx';
import { serverTone } from '../../lib/server-state.ts';

export function ServerStatus({ server }: { server: ServerView }) {
  const t = useT();
  const state = !server.isReviewed ? 'unreviewed' : !server.isEnabled ? 'disabled' : server.problem?.code === 'server-needs-authorization' ? 'needsSignIn' : server.state;
  return <StatusDot tone={serverTone(server)} text={t.servers.state[state]} className="whitespace-nowrap" />;
}
