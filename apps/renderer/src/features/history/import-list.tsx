/** What was found in a file of chats: which of them come in, which are here already, which do not come and why. */
import type { FoundChat, LeftOutChat } from '@portolan/contract/chat-imports';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Checkbox } from '@portolan/ui/checkbox';
import { Collapsible } from '@portolan/ui/collapsible';
import { EmptyState } from '@portolan/ui/empty-state';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { SearchIcon } from 'lucide-react';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useImportState } from './import-state.ts';

/** More than these are shown by a press. */
const rowsAtOnce = 200;

export function ImportList() {
  const t = useT();
  const i = t.chatImports;
  const { link } = useHost();
  const { chats, leftOut, chosen, problem, fileName, choose, run, leave } = useImportState();
  const [text, setText] = useState('');
  const [most, setMost] = useState(rowsAtOnce);
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const sorted = useMemo(() => chats.toSorted((a, b) => b.updatedAt - a.updatedAt), [chats]);
  const shown = useMemo(() => (wanted === '' ? sorted : sorted.filter(({ title }) => title.toLowerCase().includes(wanted))), [sorted, wanted]);
  const shownChosen = shown.reduce((count, { at }) => count + (chosen.has(at) ? 1 : 0), 0);
  const here = chats.filter(({ isHere }) => isHere).length;
  const cancel = <Button variant="ghost" onClick={() => leave(link)}>{t.app.actions.cancel}</Button>;
  if (chats.length === 0) {
    return (
      <div className="flex flex-col gap-4">
        <EmptyState title={i.none} actions={<Button onClick={() => leave(link)}>{i.another}</Button>} />
        <LeftOut leftOut={leftOut} />
      </div>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div>
        <p role="status" className="text-sm font-medium">{i.found(chats.length)}</p>
        <p className="truncate text-xs text-subtle"><RevealText text={fileName} hideCount /></p>
      </div>
      {here > 0 ? <p className="text-sm text-muted">{i.hereWhy(here)}</p> : null}
      <LeftOut leftOut={leftOut} />
      <Input type="search" aria-label={i.search} placeholder={i.search} icon={<SearchIcon />} value={text} onValueChange={setText} maxLength={200} />
      {shown.length === 0 ? (
        <EmptyState title={i.noMatch} />
      ) : (
        <>
          <Checkbox label={wanted === '' ? i.all : i.allShown} checked={shownChosen === shown.length} indeterminate={shownChosen > 0 && shownChosen < shown.length} onCheckedChange={(isAll) => choose(shown.map(({ at }) => at), isAll)} />
          <ul className="flex flex-col divide-y divide-line border-y border-line">
            {shown.slice(0, most).map((chat) => <Row key={chat.at} chat={chat} isChosen={chosen.has(chat.at)} onChoose={choose} />)}
          </ul>
          {shown.length > most ? <Button variant="ghost" onClick={() => setMost(most + rowsAtOnce)}>{t.shell.showMore(shown.length - most)}</Button> : null}
        </>
      )}
      {problem ? <ProblemCallout problem={problem} /> : null}
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-bg py-3">
        <Button variant="primary" disabled={chosen.size === 0} focusableWhenDisabled onClick={() => run(link)}>{chosen.size === 0 ? i.chooseOne : i.run(chosen.size)}</Button>
        {cancel}
      </div>
    </div>
  );
}

const Row = memo(function Row({ chat, isChosen, onChoose }: { chat: FoundChat; isChosen: boolean; onChoose: (places: Iterable<number>, isChosen: boolean) => void }) {
  const t = useT();
  const i = t.chatImports;
  const format = useFormat();
  return (
    <li className="py-2">
      <Checkbox
        checked={isChosen}
        onCheckedChange={(next) => onChoose([chat.at], next)}
        label={<span className="wrap-anywhere"><RevealText text={chat.title || i.untitled} hideCount /></span>}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>{i.sources[chat.source]}</span>
            <time>{format.dateTime(chat.updatedAt)}</time>
            <span>{t.history.messages(chat.messageCount)}</span>
            {chat.isHere ? <Badge tone="neutral">{i.here}</Badge> : null}
          </span>
        }
      />
    </li>
  );
});

function LeftOut({ leftOut }: { leftOut: readonly LeftOutChat[] }) {
  const i = useT().chatImports;
  if (leftOut.length === 0) return null;
  return (
    <Collapsible label={i.leftOut(leftOut.length)}>
      <ul className="list-disc pl-5 text-sm text-muted">
        {leftOut.slice(0, rowsAtOnce).map(({ title, reason }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list only grows
          <li key={index} className="wrap-anywhere">{reason === 'too-many' ? i.reasons[reason] : <><RevealText text={title || i.untitled} hideCount />: {i.reasons[reason]}</>}</li>
        ))}
      </ul>
    </Collapsible>
  );
}
