/** What servers offer while one writes: `@` and `/` in the field, and what is asked for once something was chosen. */
import type { ConversationId } from '@portolan/contract/ids';
import type { LibraryHit } from '@portolan/contract/library';
import type { PromptView, ResourceTemplateView, ServerView } from '@portolan/contract/servers';
import type { TemplateView } from '@portolan/contract/templates';
import { useLayoutEffect, useRef, useState } from 'react';
import type { ChangeEvent, CompositionEvent, KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react';
import { resourceAttachment } from '../../lib/attachment-store.ts';
import { triggerAt, withoutTrigger, withSign } from '../../lib/trigger.ts';
import type { Trigger } from '../../lib/trigger.ts';
import { useAttachTo } from '../../lib/use-attach-to.ts';
import { useInlineList } from './inline-list.tsx';
import type { InlineList } from './inline-list.tsx';
import { usePromptChoices } from './prompt-choices.tsx';
import { useResourceChoices } from './resource-choices.tsx';

export type Asking = { kind: 'prompt'; server: ServerView; prompt: PromptView } | { kind: 'template'; server: ServerView; template: ResourceTemplateView } | { kind: 'own'; template: TemplateView };

export interface Offers {
  /** For the field: its part in the list, and what it hears. */
  field: InlineList['field'] & {
    onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
    onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
    onBlur: () => void;
    onFocus: () => void;
    onCompositionStart: () => void;
    onCompositionEnd: (event: CompositionEvent<HTMLTextAreaElement>) => void;
  };
  /** True when the key was the list's. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  list: ReactNode;
  /** Types the sign, as if by hand. */
  type: (kind: Trigger['kind']) => void;
  asking: Asking | null;
  /** Writes this where the text ends. */
  insert: (added: string) => void;
  /** What was asked for is there, or given up. */
  answered: () => void;
}

export function useOffers(conversationId: ConversationId, field: RefObject<HTMLTextAreaElement | null>, text: string, setText: (text: string) => void): Offers {
  const add = useAttachTo();
  const [caret, setCaret] = useState(0);
  const [isHere, setIsHere] = useState(false);
  // What an input method composes is not yet what is meant.
  const [isComposing, setIsComposing] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  /** Where the caret goes once the text has changed. */
  const next = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (next.current === null || !field.current) return;
    field.current.setSelectionRange(next.current, next.current);
    next.current = null;
  });

  const write = (written: { text: string; caret: number }) => {
    next.current = written.caret;
    setText(written.text);
    setCaret(written.caret);
    field.current?.focus();
  };
  const trigger = isHere && !isComposing && asking === null ? triggerAt(text, caret) : null;
  const taken = () => {
    if (trigger) write(withoutTrigger(text, trigger));
  };
  const ask = (what: Asking) => {
    taken();
    setAsking(what);
  };
  const resources = useResourceChoices(trigger?.kind === 'resources' ? trigger.query : null, ({ server, hit, uri }) => {
    if (hit.kind === 'template') return ask({ kind: 'template', server, template: { ...basics(hit), uriTemplate: uri } });
    taken();
    add(conversationId, [resourceAttachment(server, uri, hit)]);
  });
  const prompts = usePromptChoices(trigger?.kind === 'prompts' ? trigger.query : null, ({ server, hit }) => ask({ kind: 'prompt', server, prompt: { ...basics(hit), arguments: hit.arguments ?? [] } }), (template) => ask({ kind: 'own', template }));
  const { field: part, onKeyDown, list } = useInlineList(trigger, resources ?? prompts);
  return {
    field: {
      ...part,
      onChange: ({ currentTarget }) => {
        setText(currentTarget.value);
        setCaret(currentTarget.selectionStart);
      },
      onSelect: ({ currentTarget }) => setCaret(currentTarget.selectionStart),
      onFocus: () => setIsHere(true),
      onBlur: () => setIsHere(false),
      onCompositionStart: () => setIsComposing(true),
      onCompositionEnd: ({ currentTarget }) => {
        setIsComposing(false);
        setCaret(currentTarget.selectionStart);
      },
    },
    onKeyDown,
    list,
    type: (kind) => write(withSign(text, field.current?.selectionStart ?? text.length, kind)),
    asking,
    insert: (added) => {
      const before = text === '' || /\s$/.test(text) ? text : `${text}\n`;
      setAsking(null);
      write({ text: before + added, caret: before.length + added.length });
    },
    answered: () => {
      setAsking(null);
      field.current?.focus();
    },
  };
}

/** What a hit says of the thing itself. */
function basics({ name, title, description, isEnabled, hasIcon }: LibraryHit) {
  return { name, isEnabled, repairs: [], ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }), ...(hasIcon === undefined ? {} : { hasIcon }) };
}
