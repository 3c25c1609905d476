/**
 * A decision is for one call as it was shown (C11): whatever is asked, answered, answered again, exchanged, withdrawn or
 * stopped meanwhile, in whatever order, nothing reaches a server but what a person, or a permission of theirs, allowed for
 * exactly that.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationView, ToolCallView } from '@portolan/contract/conversations';
import { CallId, MessageId } from '@portolan/contract/ids';
import type { InteractionAnswer, ToolApprovalView } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import { tool } from '../../test/available-tool.ts';
import { simpleServers, textResult } from '../../test/simple-servers.ts';
import { AnsweredScopes, recordingApprovals } from '../activity/recording.ts';
import type { ActivityPort } from '../activity/activity-port.ts';
import { runCall } from '../conversations/calls.ts';
import { LiveMessage } from '../conversations/live-message.ts';
import type { ApprovalRequest, AvailableTool } from '../ports.ts';
import { SqliteConversationStore } from '../storage/conversation-store.ts';
import { Database } from '../storage/database.ts';
import { migrations } from '../storage/migrations.ts';
import { SqliteRuleStore } from '../storage/rule-store.ts';
import { Approvals } from './approvals.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ArgumentSchemas } from './edited-arguments.ts';
import { InteractionQueue } from './interaction-queue.ts';

/** What exactly a decision is about. */
interface Shown {
  callId: CallId;
  server: string;
  tool: string;
  launch: string;
  definition: string;
  arguments: string;
  chat: string;
}

const possible: JsonObject[] = [{ path: 'a' }, { path: 'b' }, { path: 'a', force: true }];
const names = ['read', 'write'];

const pick = fc.nat(7);
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ask' as const), chat: fc.nat(1), tool: fc.nat(3), args: fc.nat(2) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), pick, answer: fc.constantFrom('once', 'once', 'chat', 'always', 'deny', 'edited'), args: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replay' as const), pick, on: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other-hash' as const), pick, on: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other-definition' as const), tool: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('other-launch' as const), tool: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), tool: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other-arguments' as const), pick, args: fc.nat(2), inPlace: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('spend' as const), pick, as: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), pick }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;
/** After each step so many turns of the loop pass: what is under way gets further, or not. */
const plan = fc.array(fc.tuple(anyStep, fc.nat(4)), { minLength: 5, maxLength: 40 });

class World {
  readonly #database = new Database({ path: ':memory:', migrations, backupFolder: '' });
  readonly #store = new SqliteConversationStore(this.#database);
  readonly #queue = new InteractionQueue();
  readonly #inner = new Approvals({ queue: this.#queue, rules: new SqliteRuleStore(this.#database), schemas: fitting });
  readonly #log: { type: string; callId: string | null }[] = [];
  readonly #approvals = recordingApprovals(this.#inner, this.#activity(), new AnsweredScopes());
  readonly #tools = names.flatMap((name) => ['alpha', 'beta'].map((server) => defined(tool(server, name), `Does ${name}.`)));
  readonly #servers = simpleServers(this.#tools);
  readonly #chats: ConversationView[] = [this.#store.create(null), this.#store.create(null)];
  readonly #calls: { shown: Shown; live: LiveMessage; stop: AbortController; done: Promise<void>; request: ApprovalRequest }[] = [];
  /** Answers that were given, accepted or not. */
  readonly #given: { view: ToolApprovalView; answer: InteractionAnswer }[] = [];
  readonly #onceAllowed: { shown: Shown; isUsed: boolean }[] = [];
  readonly #standing: { shown: Shown; isForChat: boolean }[] = [];
  readonly #made = new Set<string>();
  readonly faults: string[] = [];
  #next = 1;

  constructor() {
    this.#servers.callTool = (serverId, name, args, { callId }) => {
      this.#check(serverId, name, args, callId);
      return new Promise((resolve) => setImmediate(() => resolve(textResult('done'))));
    };
  }

  get made(): number {
    return this.#made.size;
  }

  do(step: Step): void {
    switch (step.do) {
      case 'ask':
        return this.#ask(step.chat, step.tool, step.args);
      case 'answer':
        return this.#answer(at(this.#open(), step.pick), answerOf(step.answer, step.args));
      case 'replay': {
        // An answer once more: where it was given, and on another question.
        const before = at(this.#given, step.pick);
        const on = at(this.#open(), step.on);
        if (before) this.#answer(before.view, before.answer);
        if (before && on) this.#answer({ ...on, hash: before.view.hash }, before.answer);
        return;
      }
      case 'other-hash': {
        const on = at(this.#open(), step.on);
        const other = at(this.#open(), step.pick);
        if (on && other && on.id !== other.id) this.#must(!this.#queue.answer(on.id, other.hash, { kind: 'tool-approval', decision: 'allow', scope: 'once' }).accepted, 'an answer to one question was taken for another');
        return;
      }
      case 'other-definition':
        return this.#change(step.tool, (each) => defined(each, `${each.description ?? ''} And more.`));
      case 'other-launch':
        return this.#change(step.tool, (each) => ({ ...each, launchHash: `${each.launchHash}+` }));
      case 'suspend':
        return this.#change(step.tool, (each) => ({ ...each, view: { ...each.view, isEnabled: !each.view.isEnabled } }));
      case 'other-arguments': {
        const call = at(this.#calls, step.pick);
        const other = possible[step.args];
        if (!call || !other) return;
        if (step.inPlace) Object.assign(call.live.call(0).arguments, other);
        else call.live.updateCall(0, { arguments: structuredClone(other) });
        return;
      }
      case 'spend': {
        const [of, as] = [at(this.#calls, step.pick), at(this.#calls, step.as)];
        const hash = this.#open().find(({ callId }) => callId === of?.shown.callId)?.hash;
        if (of && as && of !== as && hash !== undefined) this.#must(!this.#approvals.spend(hash, as.request), 'a decision was spent for another call');
        return;
      }
      case 'withdraw':
        return this.#queue.withdraw(at(this.#open(), step.pick)?.id ?? ('i_none' as never));
      case 'stop':
        return at(this.#calls, step.pick)?.stop.abort(new Error('stopped'));
    }
  }

  async end(): Promise<void> {
    this.#queue.close();
    for (const { stop } of this.#calls) stop.abort(new Error('stopped'));
    await Promise.all(this.#calls.map(({ done }) => done));
    for (const { shown, live } of this.#calls) {
      const { state } = live.call(0);
      this.#must(['done', 'failed', 'denied', 'cancelled', 'interrupted'].includes(state), `${shown.callId} ends as ${state}`);
      // What says that it ran did, and what says that it did not, did not.
      if (state === 'done') this.#must(this.#made.has(shown.callId), `${shown.callId} is done and was never made`);
      if (state === 'denied' || state === 'interrupted') this.#must(!this.#made.has(shown.callId), `${shown.callId} is ${state} and was made`);
    }
    this.#database.close();
  }

  #ask(chatNumber: number, toolNumber: number, argsNumber: number): void {
    const chat = at(this.#chats, chatNumber);
    const which = at(this.#servers.tools, toolNumber);
    const args = at(possible, argsNumber);
    if (!chat || !which || !args) return;
    const callId = CallId.parse(`call-${this.#next}`);
    const part: ToolCallView = { type: 'tool-call', callId, serverId: which.serverId, serverName: which.serverName, tool: which.name, arguments: structuredClone(args), state: 'waiting', interactionId: null, decidedBy: null, progress: null, result: null, problem: null, startedAt: null, endedAt: null };
    const live = new LiveMessage(
      { id: MessageId.parse(`m-${this.#next++}`), conversationId: chat.id, role: 'assistant', createdAt: 0, parts: [part], status: 'streaming', problem: null, model: null, usage: null, providerState: [] },
      { publish: () => undefined, save: () => undefined, onSaveError: (error) => this.#must(false, String(error)) },
    );
    const stop = new AbortController();
    const request: ApprovalRequest = structuredClone({ conversationId: chat.id, conversationTitle: chat.title, callId, tool: which, arguments: args });
    const shown = shownOf(request);
    const done = runCall({ store: this.#store, servers: this.#servers, approvals: this.#approvals, now: () => 0 }, chat, live, 0, stop.signal);
    this.#calls.push({ shown, live, stop, done, request });
  }

  #answer(view: ToolApprovalView | undefined, answer: InteractionAnswer): void {
    if (!view || answer.kind !== 'tool-approval') return;
    const call = this.#calls.find(({ shown }) => shown.callId === view.callId);
    if (!call) throw new Error('a question about no call');
    // A window shows what was asked, and nothing that became of it since.
    this.#must(canonicalJson(view.arguments) === call.shown.arguments, 'other arguments were shown than were asked about');
    this.#given.push({ view, answer });
    const isAllowed = answer.decision === 'allow';
    // Noted first: what it allows may be done at once.
    const changed = isAllowed ? answer.arguments : undefined;
    const once = { shown: changed === undefined ? call.shown : { ...call.shown, arguments: canonicalJson(changed) }, isUsed: false };
    const standing = { shown: call.shown, isForChat: isAllowed && answer.scope === 'chat' };
    if (isAllowed) this.#onceAllowed.push(once);
    if (isAllowed && answer.scope !== 'once') this.#standing.push(standing);
    const settled = (accepted: boolean): void => {
      if (accepted) return;
      remove(this.#onceAllowed, once);
      remove(this.#standing, standing);
    };
    // Changed arguments are looked at first, and meanwhile everything else goes on.
    if (changed === undefined) settled(this.#queue.answer(view.id, view.hash, answer).accepted);
    else void this.#queue.resolve(view.id, view.hash, answer).then(({ accepted }) => settled(accepted));
  }

  /** The oracle: who allowed this, exactly as it goes out now? */
  #check(serverId: string, name: string, args: JsonObject, callId: CallId | undefined): void {
    const call = this.#calls.find(({ shown }) => shown.callId === callId);
    const now = this.#servers.tools.find((each) => each.serverId === serverId && each.name === name);
    if (!call || !now || callId === undefined) return this.#must(false, 'a call that nobody asked for');
    this.#must(!this.#made.has(callId), `${callId} is made twice`);
    this.#made.add(callId);
    const goes: Shown = { callId, server: serverId, tool: name, launch: now.launchHash, definition: JSON.stringify([now.description, now.inputSchema, now.view.raw]), arguments: canonicalJson(args), chat: call.shown.chat };
    const once = this.#onceAllowed.find((each) => !each.isUsed && isSame(each.shown, goes));
    if (once) once.isUsed = true;
    const isStanding = this.#standing.some(({ shown, isForChat }) => isSame({ ...goes, callId: shown.callId, arguments: shown.arguments, chat: isForChat ? goes.chat : shown.chat }, shown) && (!isForChat || shown.chat === goes.chat));
    this.#must(once !== undefined || isStanding, `nobody allowed ${JSON.stringify(goes)}`);
    // What was decided was written down before.
    this.#must(this.#log.some((entry) => entry.type === 'approval-decided' && entry.callId === callId), `${callId} is made before its decision is written down`);
  }

  /** Noted rather than thrown: what is thrown inside a call is the call's own failure. */
  #must(isSo: boolean, otherwise: string): void {
    if (!isSo) this.faults.push(otherwise);
  }

  #activity(): ActivityPort {
    const record: ActivityPort['record'] = ({ type }, about) => void this.#log.push({ type, callId: about?.callId ?? null });
    return { record, require: record };
  }

  #open(): ToolApprovalView[] {
    return this.#queue.list().filter((view) => view.kind === 'tool-approval');
  }

  #change(toolNumber: number, change: (tool: AvailableTool) => AvailableTool): void {
    this.#servers.tools = this.#servers.tools.map((each, index) => (index === toolNumber % this.#tools.length ? change(each) : each));
  }
}

function answerOf(how: 'once' | 'chat' | 'always' | 'deny' | 'edited', args: number): InteractionAnswer {
  if (how === 'deny') return { kind: 'tool-approval', decision: 'deny' };
  if (how !== 'edited') return { kind: 'tool-approval', decision: 'allow', scope: how };
  return { kind: 'tool-approval', decision: 'allow', scope: 'once', arguments: structuredClone(possible[args] ?? {}) };
}

function defined(of: AvailableTool, description: string): AvailableTool {
  return { ...of, description, view: { ...of.view, description, raw: { name: of.name, description, inputSchema: of.inputSchema } } };
}

function shownOf({ callId, tool: of, arguments: args, conversationId }: ApprovalRequest): Shown {
  return { callId, server: of.serverId, tool: of.name, launch: of.launchHash, definition: JSON.stringify([of.description, of.inputSchema, of.view.raw]), arguments: canonicalJson(args), chat: conversationId };
}

const isSame = (a: Shown, b: Shown): boolean => JSON.stringify(a) === JSON.stringify(b);

function at<T>(list: readonly T[], number: number): T | undefined {
  return list.length === 0 ? undefined : list[number % list.length];
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}

/** Every change fits, a moment later: what is looked at here is what becomes of it. */
const fitting: ArgumentSchemas = { check: async () => (await turn(), { kind: 'fits' }) };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a decision', () => {
  it('is never applied to other arguments, another tool, server, definition, launch or chat, nor twice (C11, T:C03, T:C11)', async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const world = new World();
        for (const [each, turns] of steps) {
          world.do(each);
          // oxlint-disable-next-line no-await-in-loop
          for (let n = 0; n < turns; n += 1) await turn();
        }
        await world.end();
        made += world.made;
        expect(world.faults).toEqual([]);
      }),
      { numRuns: 150 },
    );
    // A test of what never happens has to see calls that do.
    expect(made).toBeGreaterThan(100);
  });
});
