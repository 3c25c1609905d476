/** Where this chat has its words from, when they are not the person's and may be about another server (H10, T:C16). */
import type { ToolApprovalView } from '@portolan/contract/interactions';
import type { ReadBefore } from '@portolan/contract/rules';
import { Callout } from '@portolan/ui/callout';
import { maxName, revealed } from '@portolan/ui/hidden-characters';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { useFormat, useT } from '../../lib/i18n.tsx';

const mostNamed = 3;

export function ReadBeforeNote({ interaction: { readBefore, isSetAside } }: { interaction: ToolApprovalView }) {
  const t = useT();
  const format = useFormat();
  const c = t.rules.card;
  if (readBefore.length === 0) return null;
  const more = readBefore.length - mostNamed;
  const names = [...readBefore.slice(0, mostNamed).map((read) => nameOf(read, t)), ...(more > 0 ? [c.readMore(more)] : [])];
  return <Callout tone="warn" title={c.read(format.list(names))}>{isSetAside ? `${c.setAside} ` : ''}{c.readWhy}</Callout>;
}

function nameOf({ kind, serverName, name }: ReadBefore, t: Catalogue): string {
  const c = t.rules.card;
  const say = { tool: c.readTool, resource: c.readResource, prompt: c.readPrompt, chat: c.readChat }[kind];
  return say(revealed(serverName, maxName), revealed(name, maxName));
}
