import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConversationId, RuleId, ServerId } from '@portolan/contract/ids';
import type { RuleCondition } from '@portolan/contract/rules';
import type { StoredRule } from '../storage/rule-store.ts';
import { evaluate } from './evaluate.ts';
import type { CallFacts } from './evaluate.ts';
import { remoteLook } from './path-inside.ts';

const files = ServerId.parse('files');
const chat = ConversationId.parse('c1');
const call: CallFacts = { serverId: files, tool: 'write', launchHash: 'l1', definitionHash: 'd1', conversationId: chat, arguments: { path: '/data/a', command: 'git status' } };
const rule = (change: Partial<StoredRule> = {}): StoredRule => {
  const effect = change.effect ?? 'allow';
  return {
    id: RuleId.parse('r1'),
    serverId: files,
    serverName: 'files',
    tool: 'write',
    effect,
    conditions: [],
    scope: 'always',
    conversationId: null,
    launchHash: effect === 'allow' ? 'l1' : null,
    definitions: effect === 'allow' ? { write: 'd1' } : null,
    madeBy: 'person',
    createdAt: 1,
    lapsedAt: null,
    ...change,
  };
};
const inData: RuleCondition = { kind: 'path', argument: 'path', folder: '/data' };
const inEtc: RuleCondition = { kind: 'path', argument: 'path', folder: '/etc' };
const effectOf = (rules: StoredRule[], facts: Partial<CallFacts> = {}) => evaluate(rules, { ...call, ...facts }, remoteLook).effect;

describe('standing permissions', () => {
  it.each<[string, StoredRule[], string]>([
    ['none', [], 'ask'],
    ['allowed', [rule()], 'allow'],
    ['allowed under a folder', [rule({ conditions: [inData] })], 'allow'],
    ['allowed under another folder', [rule({ conditions: [inEtc] })], 'ask'],
    ['allowed when two things are so, of which one is not', [rule({ conditions: [inData, { kind: 'absent', argument: 'command' }] })], 'ask'],
    ['allowed, and asked about under the folder', [rule(), rule({ effect: 'ask', conditions: [inData] })], 'ask'],
    ['allowed for this chat, asked about for the whole server', [rule({ scope: 'chat', conversationId: chat }), rule({ effect: 'ask', tool: null })], 'ask'],
    ['never for every server', [rule(), rule({ effect: 'never', serverId: null, tool: null })], 'never'],
    ['never under another folder', [rule(), rule({ effect: 'never', conditions: [inEtc] })], 'allow'],
    ['never, by a narrower asking', [rule({ effect: 'ask', conditions: [inData] }), rule({ effect: 'never', tool: null })], 'never'],
    ['every server allowed, which is no rule', [rule({ serverId: null })], 'ask'],
    ['every tool as it was', [rule({ tool: null, definitions: { read: 'd0', write: 'd1' } })], 'allow'],
    ['every tool as it was, and this one came later', [rule({ tool: null, definitions: { read: 'd0' } })], 'ask'],
    ['lapsed', [rule({ lapsedAt: 5 })], 'ask'],
  ])('%s (H01)', (_what, rules, effect) => {
    expect(effectOf(rules)).toBe(effect);
    expect(effectOf(rules.toReversed())).toBe(effect);
  });

  it('that may be about the call ask instead of letting it slip by, and never allow it', () => {
    const unsure = { arguments: { path: '../etc/passwd' } };
    expect(effectOf([rule(), rule({ effect: 'never', conditions: [inEtc] })], unsure)).toBe('ask');
    expect(effectOf([rule({ conditions: [inData] })], unsure)).toBe('ask');
    const wrapped = { arguments: { command: 'sudo rm -rf /data' } };
    expect(effectOf([rule(), rule({ effect: 'never', conditions: [{ kind: 'command', argument: 'command', words: ['rm'] }] })], wrapped)).toBe('ask');
  });

  it('that forbid hold whatever the server becomes; what was allowed does not, and says so (T:C03)', () => {
    const changed = { launchHash: 'l2', definitionHash: 'd2' };
    expect(effectOf([rule({ effect: 'never' })], changed)).toBe('never');
    expect(evaluate([rule()], { ...call, ...changed }, remoteLook)).toEqual({ effect: 'ask', rule: null, isStale: true, asking: null });
  });

  it('about a whole server do not call a tool changed that came later, or that is the app’s own (T:C03)', () => {
    const whole = rule({ tool: null, definitions: { [call.tool]: call.definitionHash } });
    expect(evaluate([whole], { ...call, tool: 'later' }, remoteLook)).toEqual({ effect: 'ask', rule: null, isStale: false, asking: null });
    expect(evaluate([whole], { ...call, definitionHash: 'another' }, remoteLook)).toMatchObject({ effect: 'ask', isStale: true });
  });

  it('say which of them asks, or may be about the call, and none where none does (H01)', () => {
    const asksAll = rule({ id: RuleId.parse('r2'), effect: 'ask', tool: null });
    const forbidsEtc = rule({ id: RuleId.parse('r3'), effect: 'never', conditions: [inEtc] });
    const asking = (rules: StoredRule[], facts: Partial<CallFacts> = {}) => evaluate(rules, { ...call, ...facts }, remoteLook).asking;
    expect(asking([rule(), asksAll])).toEqual({ rule: asksAll, isSure: true });
    expect(asking([rule(), forbidsEtc], { arguments: { path: '../etc/passwd' } })).toEqual({ rule: forbidsEtc, isSure: false });
    expect(asking([rule(), asksAll, forbidsEtc], { arguments: { path: '../etc/passwd' } })).toEqual({ rule: asksAll, isSure: true });
    expect([asking([]), asking([rule()]), asking([rule({ effect: 'never' }), asksAll])]).toEqual([null, null, null]);
  });
});

const ids = fc.constantFrom('a', 'b', 'c');
const facts = fc.record({ server: ids, tool: ids, launch: ids, definition: ids, chat: ids, path: fc.constantFrom('/data/x', '/etc/x', 'x', '/data/../etc') });
const anyRule = fc.record({ server: fc.option(ids), tool: fc.option(ids), launch: ids, definitions: fc.dictionary(ids, ids), chat: fc.option(ids), effect: fc.constantFrom('allow', 'ask', 'never'), conditions: fc.subarray([inData, inEtc]), lapsed: fc.boolean(), id: fc.integer({ min: 0, max: 1e6 }) });
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;
type AnyRule = typeof anyRule extends fc.Arbitrary<infer T> ? T : never;
const toCall = (f: Facts): CallFacts => ({ serverId: ServerId.parse(f.server), tool: f.tool, launchHash: f.launch, definitionHash: f.definition, conversationId: ConversationId.parse(f.chat), arguments: { path: f.path } });
const toRule = (r: AnyRule): StoredRule =>
  rule({
    id: RuleId.parse(`r${r.id}`),
    serverId: r.server === null ? null : ServerId.parse(r.server),
    tool: r.tool,
    effect: r.effect,
    launchHash: r.effect === 'allow' ? r.launch : null,
    definitions: r.effect === 'allow' ? r.definitions : null,
    conditions: r.conditions,
    scope: r.chat === null ? 'always' : 'chat',
    conversationId: r.chat === null ? null : ConversationId.parse(r.chat),
    lapsedAt: r.lapsed ? 1 : null,
  });

describe('for any rules and any call', () => {
  it('nothing is allowed but by a rule for this server, tool, definition, launch and chat; and never by one that has lapsed (H01, T:C03, T:C11)', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 8 }), facts, (some, f) => {
        const rules = some.map(toRule);
        const verdict = evaluate(rules, toCall(f), remoteLook);
        if (verdict.effect !== 'allow') return;
        const { rule: by } = verdict;
        expect(by).toMatchObject({ effect: 'allow', serverId: f.server, launchHash: f.launch, lapsedAt: null });
        expect([f.tool, null]).toContain(by?.tool);
        expect(by?.definitions?.[f.tool]).toBe(f.definition);
        expect([f.chat, null]).toContain(by?.conversationId);
        const folder = f.path.startsWith('/data/x') ? '/data' : '/etc';
        for (const condition of by?.conditions ?? []) expect(condition).toMatchObject({ folder });
        expect(by?.conditions.length === 0 || f.path !== 'x').toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a rule that allows never takes back what another forbids or asks about, and the order does not matter', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 6 }), anyRule, facts, (some, one, f) => {
        const rules = some.map(toRule);
        const before = evaluate(rules, toCall(f), remoteLook);
        expect(evaluate(rules.toReversed(), toCall(f), remoteLook).effect).toBe(before.effect);
        const after = evaluate([...rules, toRule({ ...one, effect: 'allow' })], toCall(f), remoteLook);
        if (before.effect === 'never' || before.rule?.effect === 'ask') expect(after.effect).toBe(before.effect);
        const restricted = evaluate([...rules, toRule({ ...one, effect: 'never' })], toCall(f), remoteLook);
        if (before.effect === 'ask') expect(restricted.effect).not.toBe('allow');
      }),
      { numRuns: 1_000 },
    );
  });
});
