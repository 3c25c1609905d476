/** What an app has asked its server for, newest last. */
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { StatusDot } from '@portolan/ui/status-dot';
import type { StatusTone } from '@portolan/ui/status-dot';
import { useT } from '../../lib/i18n.tsx';
import type { AppCall } from './app-session.ts';

const tones: Record<AppCall['state'], StatusTone> = { waiting: 'warn', running: 'busy', done: 'success', failed: 'danger', denied: 'idle' };

export function AppCalls({ calls }: { calls: readonly AppCall[] }) {
  const t = useT();
  if (calls.length === 0) return null;
  return (
    <Collapsible label={<span className="text-xs text-muted">{t.mcpApps.calls(calls.length)}</span>} className="border-t border-line px-2 py-1">
      <ul className="flex max-h-40 min-w-0 flex-col gap-1 overflow-y-auto pb-1">
        {calls.map((call) => (
          <li key={call.callId} className="flex min-w-0 items-center gap-2 text-xs">
            <CodeText text={call.tool} className="min-w-0 flex-1 break-all" />
            <StatusDot tone={tones[call.state]} text={t.chat.call.state[call.state]} className="whitespace-nowrap" />
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
