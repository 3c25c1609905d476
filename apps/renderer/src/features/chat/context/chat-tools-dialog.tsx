/** Which tools the model has in this chat and why; any can be always loaded, or off here (C13). */
import type { ChatToolView } from '@portolan/contract/context';
import type { ConversationView } from '@portolan/contract/conversations';
import type { ConversationId } from '@portolan/contract/ids';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { Dialog } from '@portolan/ui/dialog';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { Switch } from '@portolan/ui/switch';
import { useMemo, useState } from 'react';
import { useHostQuery, useLibraryStamp } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { ScriptsSwitch } from './scripts-switch.tsx';
import { ChatServers } from './chat-servers.tsx';

/** More than these are found by typing. */
const rowsAtOnce = 100;

export function ChatToolsDialog({ conversation, onClose }: { conversation: ConversationView; onClose: () => void }) {
  const conversationId = conversation.id;
  const c = useT().context.tools;
  const format = useFormat();
  const [changes, setChanges] = useState(0);
  const stamp = useLibraryStamp().data;
  const { data, error, refetch } = useHostQuery('context/tools', { conversationId }, { stamp: [stamp, changes], keep: true, fresh: true });
  const loaded = data?.tools.filter(({ state }) => state === 'loaded').length ?? 0;
  return (
    <Dialog
      open
      size="lg"
      title={c.title}
      description={data === undefined ? undefined : data.isSearched ? c.searched(format.number(loaded), format.number(data.tools.length)) : c.direct}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <div className="mb-3 flex min-w-0 flex-col">
        <ScriptsSwitch conversation={conversation} />
        <ChatServers conversation={conversation} onChanged={() => setChanges(changes + 1)} />
      </div>
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {data ? <ToolList conversationId={conversationId} tools={data.tools} onChanged={() => setChanges(changes + 1)} /> : error ? null : <Spinner />}
    </Dialog>
  );
}

interface ToolListProps {
  conversationId: ConversationId;
  tools: readonly ChatToolView[];
  onChanged: () => void;
}

function ToolList({ conversationId, tools, onChanged }: ToolListProps) {
  const c = useT().context.tools;
  const [filter, setFilter] = useState('');
  const found = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
    return tools.filter(({ name, title = '', serverName }) => words.every((word) => `${serverName} ${name} ${title}`.toLowerCase().includes(word))).toSorted(byState);
  }, [tools, filter]);
  if (tools.length === 0) return <EmptyState title={c.empty} />;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Input type="search" aria-label={c.filter} placeholder={c.filter} value={filter} onValueChange={setFilter} />
      <ul className="flex max-h-[50vh] min-w-0 flex-col divide-y divide-line overflow-y-auto" tabIndex={-1}>
        {found.slice(0, rowsAtOnce).map((tool) => <ToolRow key={`${tool.serverId} ${tool.name}`} conversationId={conversationId} tool={tool} onChanged={onChanged} />)}
      </ul>
      <p role="status" className="text-xs text-subtle">{found.length === 0 ? c.noMatch : found.length > rowsAtOnce ? c.more(found.length - rowsAtOnce) : null}</p>
    </div>
  );
}

const order: Record<ChatToolView['state'], number> = { loaded: 0, off: 1, findable: 2 };
/** What the model has comes first, then what the person switched off; of equals the host's order stands. */
const byState = (a: ChatToolView, b: ChatToolView): number => order[a.state] - order[b.state];

function ToolRow({ conversationId, tool, onChanged }: Omit<ToolListProps, 'tools'> & { tool: ChatToolView }) {
  const t = useT();
  const c = t.context.tools;
  const format = useFormat();
  const act = useAct();
  const { serverId, serverName, name, title, state, isAlways, tokens } = tool;
  const label = title ?? name;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="truncate"><span className="text-muted"><RevealText text={serverName} hideCount /></span> <span className="font-medium"><RevealText text={label} hideCount /></span></p>
        <p className="text-xs break-words text-subtle"><RevealText text={`${standing(tool, t)} · ${c.tokens(format.number(tokens))}`} hideCount /></p>
      </div>
      <Toggle label={c.always} name={c.alwaysOf(label)} isOn={isAlways} onChange={async (isOn) => (await act('context/setAlways', { serverId, tool: name, isOn })) !== undefined && onChanged()} />
      <Toggle label={c.inChat} name={c.inChatOf(label)} isOn={state !== 'off'} onChange={async (isOn) => (await act('context/setOff', { conversationId, serverId, tool: name, isOff: !isOn })) !== undefined && onChanged()} />
    </li>
  );
}

function Toggle({ label, name, isOn, onChange }: { label: string; name: string; isOn: boolean; onChange: (isOn: boolean) => Promise<unknown> }) {
  return (
    <span className="inline-flex items-center gap-2 text-xs text-muted">
      <span aria-hidden="true">{label}</span>
      <Switch aria-label={name} checked={isOn} onCheckedChange={(next) => void onChange(next)} />
    </span>
  );
}

function standing({ state, why, query }: ChatToolView, t: Catalogue): string {
  const c = t.context.tools;
  if (state !== 'loaded') return c.state[state];
  return why === undefined ? '' : why === 'found' ? c.why.found(query ?? '') : c.why[why];
}
