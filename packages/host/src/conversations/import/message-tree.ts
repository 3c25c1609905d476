/**
 * From the nodes of somebody else's tree to messages of ours. What was hidden is left out and what followed it follows what came
 * before; steps of one answer (a call, what came back, the words) become one message; branches stay branches.
 */
import type { ModelRef, PartView, ToolCallView } from '@portolan/contract/conversations';
import type { ContentView } from '@portolan/contract/content';
import { answered } from './imported-parts.ts';
import { importLimits, LeftOut } from './imported-chat.ts';
import type { ImportedMessage } from './imported-chat.ts';

export interface TreeNode {
  id: string;
  parent: string | null;
  /** Null for one that is not shown. */
  piece: TreePiece | null;
}

export interface TreePiece {
  role: 'user' | 'assistant';
  at: number;
  parts: PartView[];
  /** What came back for the call before it. */
  result?: { content: ContentView[]; isError: boolean; call: ToolCallView };
  wasCut?: boolean;
  model?: ModelRef;
}

/**
 * Nodes that lead back to themselves, or hang on such ones, are not there. `current`: the last node of what is shown; where it is
 * none, the last one of all is. `nodes` in the order of their versions, oldest first.
 * @throws {LeftOut} `empty` when nothing is to be shown
 */
export function messagesOf(nodes: readonly TreeNode[], current: string | null): { messages: ImportedMessage[]; head: number } {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const children = Map.groupBy(nodes, ({ parent }) => (parent !== null && known.has(parent) ? parent : null));
  const messages: ImportedMessage[] = [];
  /** Of every node: the message it is in, or that what follows it will follow. */
  const placeOf = new Map<string, number | null>();
  // Depth first, without recursion; a node that was never reached is part of a circle.
  const open = (children.get(null) ?? []).toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const before = node.parent === null ? null : (placeOf.get(node.parent) ?? null);
    placeOf.set(node.id, place(node, before));
    const next = children.get(node.id) ?? [];
    for (const child of next.toReversed()) open.push(child);
  }
  if (messages.length === 0) throw new LeftOut('empty');
  return { messages, head: (current === null ? undefined : placeOf.get(current)) ?? messages.length - 1 };

  function place(node: TreeNode, before: number | null): number | null {
    const { piece } = node;
    if (piece === null || (piece.parts.length === 0 && piece.result === undefined)) return before;
    const previous = before === null ? undefined : messages[before];
    if (previous?.role === 'assistant' && piece.role === 'assistant' && isOnlyNext(node)) {
      join(previous, piece);
      return before;
    }
    if (messages.length >= importLimits.messages) throw new LeftOut('too-large');
    const message: ImportedMessage = { parent: before, role: piece.role, createdAt: piece.at, parts: [], status: 'complete', problem: null, model: null };
    join(message, piece);
    messages.push(message);
    return messages.length - 1;
  }

  /** Nothing else goes on from where this one does, up to the message that is shown before it. */
  function isOnlyNext(node: TreeNode): boolean {
    for (let at: TreeNode | undefined = node; at !== undefined; at = at.parent === null ? undefined : known.get(at.parent)) {
      if (at !== node && at.piece !== null && at.piece.parts.length + (at.piece.result ? 1 : 0) > 0) return true;
      if ((children.get(at.parent !== null && known.has(at.parent) ? at.parent : null)?.length ?? 0) > 1) return false;
    }
    return true;
  }
}

function join(message: ImportedMessage, piece: TreePiece): void {
  if (piece.result) {
    const { content, isError, call } = piece.result;
    const at = message.parts.findLastIndex((part) => part.type === 'tool-call');
    const last = message.parts[at];
    if (last?.type === 'tool-call' && last.result === null) message.parts[at] = answered(last, content, isError, piece.at);
    else message.parts.push(answered(call, content, isError, piece.at));
  }
  message.parts.push(...piece.parts);
  if (piece.wasCut === true) message.status = 'stopped';
  if (piece.model) message.model = piece.model;
}
