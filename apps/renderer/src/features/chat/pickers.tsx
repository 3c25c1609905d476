/** Taking a resource or a prompt of any running server into the message. */
import type { ConversationId } from '@portolan/contract/ids';
import type { PromptView, ResourceTemplateView, ServerView } from '@portolan/contract/servers';
import { CommandPalette } from '@portolan/ui/command-palette';
import type { CommandGroup } from '@portolan/ui/command-palette';
import { useMemo, useState } from 'react';
import { useServerLists, useServers } from '../../host/queries.ts';
import { resourceAttachment, useAttachments } from '../../lib/attachment-store.ts';
import { useT } from '../../lib/i18n.tsx';
import { isUsable } from '../../lib/server-state.ts';
import { ItemPicture, ServerPicture } from '../../lib/server-picture.tsx';
import { PromptDialog } from './prompt-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';

export type Picker = 'resources' | 'prompts';
type Asking = { kind: 'prompt'; server: ServerView; prompt: PromptView } | { kind: 'template'; server: ServerView; template: ResourceTemplateView };

export interface PickersProps {
  conversationId: ConversationId;
  open: Picker | null;
  onOpen: (picker: Picker | null) => void;
  /** Something was chosen from a list. */
  onPicked: () => void;
}

export function Pickers({ conversationId, open, onOpen, onPicked }: PickersProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => onOpen(null);
  const ask = (next: Asking) => {
    onPicked();
    setAsking(next);
  };
  return (
    <>
      {open === 'resources' ? <ResourcePicker conversationId={conversationId} onClose={close} onPicked={onPicked} onAsk={ask} /> : null}
      {open === 'prompts' ? <PromptPicker onClose={close} onAsk={ask} /> : null}
      {asking?.kind === 'prompt' ? <PromptDialog conversationId={conversationId} server={asking.server} prompt={asking.prompt} onClose={() => setAsking(null)} /> : null}
      {asking?.kind === 'template' ? <TemplateDialog conversationId={conversationId} server={asking.server} template={asking.template} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

const hasResources = (server: ServerView) => server.counts.resources + server.counts.resourceTemplates > 0;
const hasPrompts = (server: ServerView) => server.counts.prompts > 0;

/** Servers that run, or start when they are used, and have what is asked for. */
function useRunning(has: (server: ServerView) => boolean): ServerView[] {
  const servers = useServers().data;
  return useMemo(() => (servers ?? []).filter((server) => isUsable(server) && has(server)), [servers, has]);
}

interface ResourcePickerProps {
  conversationId: ConversationId;
  onClose: () => void;
  onPicked: () => void;
  onAsk: (asking: Asking) => void;
}

function ResourcePicker({ conversationId, onClose, onPicked, onAsk }: ResourcePickerProps) {
  const t = useT();
  const lists = useServerLists('servers/resources', useRunning(hasResources));
  const add = useAttachments((state) => state.add);
  const groups: CommandGroup[] = lists.map(({ server, data }) => ({
    id: server.id,
    label: server.name,
    items: [
      ...(data?.resources ?? []).filter((each) => each.isEnabled).map((resource) => ({
        id: `${server.id} ${resource.uri}`,
        label: resource.title ?? resource.name,
        keywords: [resource.uri, resource.description ?? ''],
        icon: resource.hasIcon === true ? <ItemPicture server={server} of={{ kind: 'resource', uri: resource.uri }} name={server.name} hasIcon /> : <ServerPicture server={server} />,
        hint: resource.mimeType ?? '',
        onRun: () => {
          add(conversationId, [resourceAttachment(server, resource.uri, resource)]);
          onPicked();
        },
      })),
      ...(data?.templates ?? []).filter((each) => each.isEnabled).map((template) => ({
        id: `${server.id} ${template.uriTemplate}`,
        label: template.title ?? template.name,
        keywords: [template.uriTemplate, template.description ?? ''],
        icon: template.hasIcon === true ? <ItemPicture server={server} of={{ kind: 'template', uriTemplate: template.uriTemplate }} name={server.name} hasIcon /> : <ServerPicture server={server} />,
        hint: t.shell.template,
        onRun: () => onAsk({ kind: 'template', server, template }),
      })),
    ],
  }));
  return <List label={t.composer.mention.label} placeholder={t.resources.filter} empty={t.composer.mention.empty} none={t.composer.mention.none} lists={lists} groups={groups} onClose={onClose} />;
}

function PromptPicker({ onClose, onAsk }: { onClose: () => void; onAsk: (asking: Asking) => void }) {
  const t = useT();
  const lists = useServerLists('servers/prompts', useRunning(hasPrompts));
  const groups: CommandGroup[] = lists.map(({ server, data }) => ({
    id: server.id,
    label: server.name,
    items: (data?.prompts ?? []).filter((each) => each.isEnabled).map((prompt) => ({
      id: `${server.id} ${prompt.name}`,
      label: prompt.title ?? prompt.name,
      keywords: [`/${server.name}:${prompt.name}`, prompt.description ?? ''],
      icon: prompt.hasIcon === true ? <ItemPicture server={server} of={{ kind: 'prompt', name: prompt.name }} name={server.name} hasIcon /> : <ServerPicture server={server} />,
      hint: `/${server.name}:${prompt.name}`,
      onRun: () => onAsk({ kind: 'prompt', server, prompt }),
    })),
  }));
  return <List label={t.composer.slash.label} placeholder={t.prompts.filter} empty={t.composer.slash.empty} none={t.composer.slash.none} lists={lists} groups={groups} onClose={onClose} />;
}

interface ListProps {
  label: string;
  placeholder: string;
  /** Nothing matches. */
  empty: string;
  /** There is nothing to match. */
  none: string;
  lists: readonly { server: ServerView; error: unknown; isPending: boolean }[];
  groups: CommandGroup[];
  onClose: () => void;
}

function List({ label, placeholder, empty, none, lists, groups, onClose }: ListProps) {
  const t = useT();
  const failed = lists.filter((list) => list.error !== null);
  const isPending = lists.some((list) => list.isPending);
  return (
    <CommandPalette
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      label={label}
      placeholder={placeholder}
      groups={groups}
      emptyText={() => (lists.length === 0 ? none : isPending ? t.prompts.loading : empty)}
      {...(failed.length > 0 ? { footer: failed.map(({ server }) => <p key={server.id} className="text-danger-fg">{t.shell.notLoaded(server.name)}</p>) } : {})}
    />
  );
}
