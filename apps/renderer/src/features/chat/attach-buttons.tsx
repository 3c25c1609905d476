/** Taking a resource or a prompt of any running server into the message. */
import type { ConversationId } from '@portolan/contract/ids';
import type { PromptView, ServerView } from '@portolan/contract/servers';
import { CommandPalette } from '@portolan/ui/command-palette';
import type { CommandGroup } from '@portolan/ui/command-palette';
import { IconButton } from '@portolan/ui/icon-button';
import { ServerIcon } from '@portolan/ui/server-icon';
import { useQueries } from '@tanstack/react-query';
import { AtSignIcon, SlashIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { useAttachments } from './attachment-store.ts';
import { PromptDialog } from './prompt-dialog.tsx';

export function AttachButtons({ conversationId }: { conversationId: ConversationId }) {
  const t = useT();
  const [open, setOpen] = useState<'resources' | 'prompts' | null>(null);
  const [prompt, setPrompt] = useState<{ server: ServerView; prompt: PromptView } | null>(null);
  return (
    <>
      <IconButton label={t.composer.attachResource} icon={<AtSignIcon />} onClick={() => setOpen('resources')} />
      <IconButton label={t.composer.usePrompt} icon={<SlashIcon />} onClick={() => setOpen('prompts')} />
      {open === 'resources' ? <ResourcePicker conversationId={conversationId} onClose={() => setOpen(null)} /> : null}
      {open === 'prompts' ? <PromptPicker onClose={() => setOpen(null)} onPick={(server, picked) => setPrompt({ server, prompt: picked })} /> : null}
      {prompt ? <PromptDialog conversationId={conversationId} server={prompt.server} prompt={prompt.prompt} onClose={() => setPrompt(null)} /> : null}
    </>
  );
}

/** Running servers that have what is asked for. */
function useRunning(has: (server: ServerView) => boolean): ServerView[] {
  const servers = useServers().data;
  return useMemo(() => (servers ?? []).filter((server) => server.isEnabled && (server.state === 'ready' || server.state === 'degraded') && has(server)), [servers, has]);
}

const hasResources = (server: ServerView) => server.counts.resources > 0;
const hasPrompts = (server: ServerView) => server.counts.prompts > 0;

function ResourcePicker({ conversationId, onClose }: { conversationId: ConversationId; onClose: () => void }) {
  const t = useT();
  const { link } = useHost();
  const servers = useRunning(hasResources);
  const add = useAttachments((state) => state.add);
  const lists = useQueries({
    queries: servers.map((server) => ({
      queryKey: ['servers/resources', { serverId: server.id }, server.generation],
      queryFn: () => link.request('servers/resources', { serverId: server.id }),
      staleTime: Infinity,
      retry: false,
    })),
  });
  const groups: CommandGroup[] = servers.map((server, index) => ({
    id: server.id,
    label: server.name,
    items: (lists[index]?.data?.resources ?? []).map((resource) => ({
      id: `${server.id} ${resource.uri}`,
      label: resource.title ?? resource.name,
      keywords: [resource.uri, resource.description ?? ''],
      icon: <ServerIcon name={server.name} />,
      hint: resource.mimeType ?? '',
      onRun: () =>
        add(conversationId, [
          {
            key: `${server.id} ${resource.uri}`,
            label: resource.title ?? resource.name,
            serverName: server.name,
            input: { type: 'resource', serverId: server.id, uri: resource.uri, name: (resource.title ?? resource.name).slice(0, 1024) },
          },
        ]),
    })),
  }));
  return (
    <CommandPalette
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      label={t.composer.mention.label}
      placeholder={t.resources.filter}
      groups={groups}
      emptyText={() => (servers.length === 0 ? t.composer.mention.none : t.composer.mention.empty)}
    />
  );
}

function PromptPicker({ onClose, onPick }: { onClose: () => void; onPick: (server: ServerView, prompt: PromptView) => void }) {
  const t = useT();
  const { link } = useHost();
  const servers = useRunning(hasPrompts);
  const lists = useQueries({
    queries: servers.map((server) => ({
      queryKey: ['servers/prompts', { serverId: server.id }, server.generation],
      queryFn: () => link.request('servers/prompts', { serverId: server.id }),
      staleTime: Infinity,
      retry: false,
    })),
  });
  const groups: CommandGroup[] = servers.map((server, index) => ({
    id: server.id,
    label: server.name,
    items: (lists[index]?.data?.prompts ?? []).map((prompt) => ({
      id: `${server.id} ${prompt.name}`,
      label: prompt.title ?? prompt.name,
      keywords: [`/${server.name}:${prompt.name}`, prompt.description ?? ''],
      icon: <ServerIcon name={server.name} />,
      hint: `/${server.name}:${prompt.name}`,
      onRun: () => onPick(server, prompt),
    })),
  }));
  return (
    <CommandPalette
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      label={t.composer.slash.label}
      placeholder={t.prompts.filter}
      groups={groups}
      emptyText={() => (servers.length === 0 ? t.composer.slash.none : t.composer.slash.empty)}
    />
  );
}
