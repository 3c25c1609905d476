/** The model of a chat, from every provider that is set up. */
import type { ConversationView } from '@portolan/contract/conversations';
import { ProviderId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Select } from '@portolan/ui/select';
import { useHostMutation, useProviders } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/router.ts';

export function ModelPicker({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const data = useProviders().data;
  const setModel = useHostMutation('conversations/setModel');
  const providers = data?.providers ?? [];
  const current = conversation.model ?? data?.defaultModel ?? null;
  const groups = providers
    .filter((provider) => provider.models.length > 0)
    .map((provider) => ({ label: provider.name, items: provider.models.map((model) => ({ value: `${provider.id}/${model.id}`, label: model.id })) }));
  const value = current ? `${current.providerId}/${current.model}` : null;
  if (value !== null && !groups.some((group) => group.items.some((item) => item.value === value))) {
    groups.unshift({ label: t.chat.model.unavailable, items: [{ value, label: current?.model ?? '' }] });
  }
  if (groups.length === 0) return <Button onClick={() => navigate({ at: 'settings', section: 'providers' })}>{t.chat.empty.connectModel}</Button>;
  return (
    <Select
      aria-label={t.chat.model.choose}
      placeholder={t.chat.model.choose}
      items={groups}
      value={value}
      disabled={conversation.isRunning}
      onValueChange={(next) => {
        const slash = next.indexOf('/');
        const providerId = ProviderId.safeParse(next.slice(0, slash));
        if (providerId.success) setModel.mutate({ conversationId: conversation.id, model: { providerId: providerId.data, model: next.slice(slash + 1) } });
      }}
    />
  );
}
