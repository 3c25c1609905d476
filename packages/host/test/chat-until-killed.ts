/** A process that sends one message and streams the answer to disk until it is killed: `node chat-until-killed.ts <folder> <url>`. */
import { ProviderId } from '@portolan/contract/ids';
import { ChatContext } from '../src/context/chat-context.ts';
import { ModelWindows } from '../src/context/model-window.ts';
import { ConversationService } from '../src/conversations/service.ts';
import { Approvals } from '../src/interactions/approvals.ts';
import { InteractionQueue } from '../src/interactions/interaction-queue.ts';
import { ProviderKeys } from '../src/models/keys.ts';
import { ModelRegistry } from '../src/models/registry.ts';
import { ResourceVersions } from '../src/resources/resource-versions.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { memoryConfig, memorySecrets } from './memory-stores.ts';
import { person } from './person.ts';
import { simpleServers, simpleSource } from './simple-servers.ts';
import { tool } from './available-tool.ts';

const [, , folder = '', url = ''] = process.argv;
const storage = openStorage({ folder, notices: { add: () => undefined } });
const providerId = ProviderId.parse('p1');
const config = memoryConfig([{ id: providerId, kind: 'openai-compatible', name: 'Test', baseUrl: url, models: [] }]);
const queue = new InteractionQueue();
const servers = simpleServers([tool('calc', 'sum')]);
servers.onCall = () => {
  process.stdout.write('called\n');
  return new Promise(() => undefined);
};
person(queue, new AbortController().signal);
const service = new ConversationService({
  store: storage.conversations,
  servers,
  versions: new ResourceVersions(simpleSource(servers)),
  approvals: new Approvals({ queue, rules: storage.rules }),
  config,
  context: new ChatContext({ store: storage.context, servers, windows: new ModelWindows(config) }),
  registry: new ModelRegistry({ config, keys: new ProviderKeys(memorySecrets()) }),
});
const conversation = service.create({ providerId, model: 'm' });
await service.send(conversation.id, 'Tell me.', [], new AbortController().signal);
// Nothing but the kill ends this process, whatever it waits for.
setInterval(() => undefined, 1_000);
for await (const event of service.watch(conversation.id, new AbortController().signal)) {
  // The clock of the promise starts when the text is there, not when it was asked for.
  const isThere = event.type === 'delta' || (event.type === 'snapshot' && event.messages.some(({ role, parts }) => role === 'assistant' && parts.length > 0)) || (event.type === 'part' && event.value.type === 'text');
  if (isThere) process.stdout.write('heard\n');
}
