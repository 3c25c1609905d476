/** How full the model's window is: a ring beside the composer; pressed, it says what fills it and what can be done (C13). */
import type { ContextMeter as Meter } from '@portolan/contract/context';
import type { ConversationView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { Popover } from '@portolan/ui/popover';
import { Switch } from '@portolan/ui/switch';
import { useState } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { ChatToolsDialog } from './chat-tools-dialog.tsx';
import { ContextParts } from './context-parts.tsx';
import { ContextWindowField } from './context-window-field.tsx';
import { ToldDialog } from './told-dialog.tsx';
import { useChatContext, useSummarise } from './use-chat-context.ts';

export function ContextMeter({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const c = t.context;
  const format = useFormat();
  const state = useChatContext(conversation.id);
  const [isOpen, setIsOpen] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const meter = state?.meter ?? null;
  if (!state || !meter) return null;
  const share = meter.used / meter.window.tokens;
  const percent = format.percent(share);
  return (
    <>
      <Popover
        side="top"
        align="end"
        title={c.title}
        open={isOpen}
        onOpenChange={setIsOpen}
        className="w-88"
        trigger={<IconButton label={meter.isNearlyFull ? c.buttonNearlyFull(percent) : c.button(percent)} icon={<Ring share={share} isNearlyFull={meter.isNearlyFull} />} />}
      >
        <div className="flex min-w-0 flex-col gap-3">
          <ContextParts meter={meter} />
          <ContextWindowField conversation={conversation} meter={meter} />
          <Doing
            conversation={conversation}
            meter={meter}
            isSummarising={state.isSummarising}
            isAutomatic={state.isAutomatic}
            onTools={() => {
              setIsOpen(false);
              setIsChoosing(true);
            }}
            onTold={() => {
              setIsOpen(false);
              setIsReading(true);
            }}
          />
        </div>
      </Popover>
      {isChoosing ? <ChatToolsDialog conversation={conversation} onClose={() => setIsChoosing(false)} /> : null}
      {isReading ? <ToldDialog conversationId={conversation.id} onClose={() => setIsReading(false)} /> : null}
    </>
  );
}

interface DoingProps {
  conversation: ConversationView;
  meter: Meter;
  isSummarising: boolean;
  isAutomatic: boolean;
  onTools: () => void;
  onTold: () => void;
}

function Doing({ conversation, meter, isSummarising, isAutomatic, onTools, onTold }: DoingProps) {
  const t = useT();
  const c = t.context;
  const act = useAct();
  const { run, isPending, problem } = useSummarise(conversation.id);
  return (
    <div className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <Switch label={c.automatic} checked={isAutomatic} disabled={meter.window.source === 'usual'} onCheckedChange={(isOn) => void act('context/setAutomatic', { conversationId: conversation.id, isOn })} />
      {problem ? <ProblemCallout problem={problem} tone="warn" /> : null}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onTools}>{c.openTools}</Button>
        <Button size="sm" onClick={onTold}>{t.projectPage.chat.toldOpen}</Button>
        <Button size="sm" loading={isPending || isSummarising} disabled={conversation.isRunning} onClick={() => run()}>{c.summarise}</Button>
      </div>
    </div>
  );
}

const [size, stroke] = [20, 3.5];
const radius = (size - stroke) / 2;
const round = 2 * Math.PI * radius;

/** Its words are the button's. */
function Ring({ share, isNearlyFull }: { share: number; isNearlyFull: boolean }) {
  const filled = Math.min(1, Math.max(0, share));
  const tone = share >= 1 ? 'stroke-danger' : isNearlyFull ? 'stroke-warn' : 'stroke-accent';
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="-rotate-90" aria-hidden="true" fill="none" strokeWidth={stroke}>
      <circle cx={size / 2} cy={size / 2} r={radius} className="stroke-line-strong" />
      <circle cx={size / 2} cy={size / 2} r={radius} className={tone} strokeDasharray={`${filled * round} ${round}`} />
    </svg>
  );
}
