/** What other services hand out of a person's chats. */
import { zip } from '@portolan/fixture-servers/bundles/zip';

const message = (id: string, parent: string | null, role: string, text: string, at: number) => ({ id, parent, children: [], message: { id, author: { role, name: null, metadata: {} }, create_time: at, content: { content_type: 'text', parts: [text] }, status: 'finished_successfully', recipient: 'all', metadata: {} } });
const chat = (id: string, title: string, at: number, ...texts: string[]) => ({
  title,
  id,
  conversation_id: id,
  create_time: at,
  update_time: at,
  current_node: `${id}-${texts.length - 1}`,
  mapping: Object.fromEntries(texts.map((text, index) => [`${id}-${index}`, message(`${id}-${index}`, index === 0 ? null : `${id}-${index - 1}`, index % 2 === 0 ? 'user' : 'assistant', text, at + index)])),
});

/** An archive as ChatGPT sends it: two chats that can be read and one that cannot. */
export function chatGptExport(): Buffer {
  const chats = [chat('a', 'Ferry times', 1_760_000_000, 'When does the ferry leave?', 'At **seven** in the morning. <img src=x onerror="document.title=\'owned\'">'), chat('b', 'Sourdough', 1_750_000_000, 'How long does it rise?', 'Overnight.'), { title: 'Damaged', mapping: 5 }];
  return zip([
    { name: 'user.json', data: '{}' },
    { name: 'chat.html', data: '<script>document.title="owned"</script>' },
    { name: 'conversations.json', data: JSON.stringify(chats) },
  ]);
}

/** One chat of these texts, every second one of the person's, and an empty-handed chat for each title; as ChatGPT hands them out. */
export function hostileExport(texts: readonly string[], titles: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify([chat('all', 'All of it', 1_770_000_000, ...texts), ...titles.map((title, at) => chat(`t${at}`, title, 1_760_000_000 + at, 'Hello', title))]));
}
