import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallId, ConversationId } from '@portolan/contract/ids';
import { InteractionAnswer, neverRule } from '@portolan/contract/interactions';
import type { JsonObject } from '@portolan/contract/json';
import { SchemaChecker } from '@portolan/mcp-client/schema/schema-checker';
import type { CheckOutcome } from '@portolan/mcp-client/schema/schema-checker';
import { tool as makeTool } from '../../test/available-tool.ts';
import type { ApprovalRequest } from '../ports.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/open-storage.ts';
import { Approvals } from './approvals.ts';
import { canonicalJson } from './canonical-json.ts';
import { InteractionQueue } from './interaction-queue.ts';

const fits: CheckOutcome = { kind: 'fits' };
let folder: string;
let storage: Storage;
let queue: InteractionQueue;
let approvals: Approvals;
/** Answers of the check that are still to come; it answers at once while nobody holds it. */
let held: ((outcome: CheckOutcome) => void)[] | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-edited-'));
  storage = openStorage({ folder, notices: { add: () => undefined } });
  queue = new InteractionQueue();
  held = null;
  const check = (): Promise<CheckOutcome> => (held === null ? Promise.resolve(fits) : new Promise((resolve) => held?.push(resolve)));
  approvals = new Approvals({ queue, rules: storage.rules, schemas: { check } });
});
afterEach(async () => {
  queue.close();
  await storage.close();
  rmSync(folder, { recursive: true });
});

const conversationId = ConversationId.parse('c1');
const write = makeTool('files', 'write', { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] });
const request = (args: JsonObject): ApprovalRequest => ({ conversationId, conversationTitle: 'Chat', callId: CallId.parse('k1'), tool: write, arguments: args });
const changedTo = (args: JsonObject): InteractionAnswer => ({ kind: 'tool-approval', decision: 'allow', scope: 'once', arguments: args });
const deny: InteractionAnswer = { kind: 'tool-approval', decision: 'deny' };
const once: InteractionAnswer = { kind: 'tool-approval', decision: 'allow', scope: 'once' };

function ask(args: JsonObject, signal = new AbortController().signal) {
  const outcome = approvals.decide(request(args), { signal, onAsked: () => undefined });
  const [view] = queue.list();
  if (view === undefined) throw new Error('nothing is asked');
  return { outcome, answer: (answer: InteractionAnswer) => queue.resolve(view.id, view.hash, answer) };
}

describe('changed arguments', () => {
  it('are what is allowed, and nothing else: not what the model asked for, not any other call, not twice (H02, T:C11)', async () => {
    const args = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.parse(JSON.stringify(json)) as JsonObject[string]), { maxKeys: 3 });
    await fc.assert(
      fc.asyncProperty(args, args, args, fc.constantFrom('asked', 'edited', 'other'), async (asked, edited, other, which) => {
        const { outcome, answer } = ask(asked);
        expect(await answer(changedTo(edited))).toEqual({ accepted: true });
        const allowed = await outcome;
        if (allowed.decision !== 'allow') throw new Error('was allowed');
        const isSame = canonicalJson(asked) === canonicalJson(edited);
        expect(allowed.arguments).toEqual(isSame ? undefined : edited);
        // Whatever is tried first spends it: one decision, one call.
        const tried = { asked, edited, other }[which];
        expect(approvals.spend(allowed.hash, request(tried))).toBe(canonicalJson(tried) === canonicalJson(edited));
        expect(approvals.spend(allowed.hash, request(edited))).toBe(false);
      }),
      { numRuns: 200 },
    );
    const { outcome, answer } = ask({ path: '/etc' });
    await answer(changedTo({ path: '/tmp' }));
    const allowed = await outcome;
    expect(allowed).toMatchObject({ by: 'person', arguments: { path: '/tmp' } });
    expect(approvals.spend(allowed.decision === 'allow' ? allowed.hash : '', request({ path: '/tmp' }))).toBe(true);
  });

  it('make no standing permission (H02)', async () => {
    const { outcome, answer } = ask({ path: '/etc' });
    const always = { ...changedTo({ path: '/tmp' }), scope: 'always' } as InteractionAnswer;
    expect(InteractionAnswer.safeParse(always).success).toBe(false);
    expect(InteractionAnswer.safeParse(changedTo({ path: '/tmp' })).success).toBe(true);
    await answer(always);
    expect(await outcome).toMatchObject({ decision: 'allow' });
    expect(storage.rules.list()).toEqual([]);
  });

  it('that a permission forbids are refused at once and said to be so, also when only the change brings it about (H01, H02)', async () => {
    const never = storage.rules.add({ serverId: write.serverId, serverName: '', tool: 'write', effect: 'never', conditions: [{ kind: 'equals', argument: 'path', value: '/etc' }], scope: 'always', conversationId: null, launchHash: null, definitions: null, madeBy: 'person' });
    const { outcome, answer } = ask({ path: '/tmp' });
    expect(await answer(changedTo({ path: '/etc' }))).toEqual({ accepted: false, problems: [], argumentProblems: [{ path: [], keyword: neverRule }] });
    expect(queue.list()).toHaveLength(1);
    storage.rules.remove(never.id);
    expect(await answer(changedTo({ path: '/etc' }))).toEqual({ accepted: true });
    // Forbidden between the answer and the call: it is not made.
    storage.rules.restore(never.id);
    const allowed = await outcome;
    expect(approvals.spend(allowed.decision === 'allow' ? allowed.hash : '', request({ path: '/etc' }))).toBe(false);
  });

  it('stand aside for whatever settles the question while they are looked at, and count once (H02, T:C11)', async () => {
    held = [];
    const { outcome, answer } = ask({ path: '/etc' });
    const [first, second] = [answer(changedTo({ path: '/tmp' })), answer(changedTo({ path: '/home' }))];
    expect(queue.list()).toHaveLength(1);
    held[1]?.(fits);
    expect(await second).toEqual({ accepted: true });
    held[0]?.(fits);
    expect(await first).toEqual({ accepted: false });
    expect(await outcome).toMatchObject({ arguments: { path: '/home' } });

    const denied = ask({ path: '/etc' });
    const late = denied.answer(changedTo({ path: '/tmp' }));
    expect(await denied.answer(deny)).toEqual({ accepted: true });
    held[2]?.(fits);
    expect(await late).toEqual({ accepted: false });
    expect(await denied.outcome).toEqual({ decision: 'deny', by: 'person', reason: null });
  });

  it('of a call that is stopped while they are looked at are not accepted (H02)', async () => {
    held = [];
    const stop = new AbortController();
    const { outcome, answer } = ask({ path: '/etc' }, stop.signal);
    const late = answer(changedTo({ path: '/tmp' }));
    stop.abort();
    held[0]?.(fits);
    expect(await late).toEqual({ accepted: false });
    expect(await outcome).toEqual({ decision: 'withdrawn' });
  });

  it('that do not fit the tool come back with each place, and the question stands (H02)', async () => {
    await using schemas = new SchemaChecker({ limitMs: 10_000 });
    approvals = new Approvals({ queue, rules: storage.rules, schemas });
    const { outcome, answer } = ask({ path: '/etc' });
    expect(await answer(changedTo({ path: 7 }))).toEqual({ accepted: false, problems: [], argumentProblems: [{ path: ['path'], keyword: 'type', limit: 'string' }] });
    expect(await answer(changedTo({ mode: 'x' }))).toMatchObject({ argumentProblems: [{ path: ['path'], keyword: 'required' }] });
    expect(queue.list()).toHaveLength(1);
    expect(await answer(changedTo({ path: '/tmp' }))).toEqual({ accepted: true });
    expect(await outcome).toMatchObject({ arguments: { path: '/tmp' } });
  });

  it('of a tool whose schema can not be used are left to the server, and none are taken where nothing could look (H02)', async () => {
    await using schemas = new SchemaChecker({ limitMs: 10_000 });
    approvals = new Approvals({ queue, rules: storage.rules, schemas });
    const odd = { ...request({ path: '/etc' }), tool: { ...write, inputSchema: { $ref: 'https://elsewhere.example/schema' } } };
    const outcome = approvals.decide(odd, { signal: new AbortController().signal, onAsked: () => undefined });
    const [view] = queue.list();
    expect(view && (await queue.resolve(view.id, view.hash, changedTo({ any: 1 })))).toEqual({ accepted: true });
    expect(await outcome).toMatchObject({ arguments: { any: 1 } });

    approvals = new Approvals({ queue, rules: storage.rules });
    const { answer } = ask({ path: '/etc' });
    expect(await answer(changedTo({ path: '/tmp' }))).toMatchObject({ accepted: false });
    expect(await answer(once)).toEqual({ accepted: true });
  });
});
