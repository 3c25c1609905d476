import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { RuleCondition } from '@portolan/contract/rules';
import { holds, holdsAll } from './condition.ts';
import { localLook, remoteLook } from './path-inside.ts';
import { usableConditions } from './rule-input.ts';
import { narrowerThanAll } from './suggest.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'portolan-conditions-')));
const project = join(root, 'project');
mkdirSync(join(project, 'src'), { recursive: true });
mkdirSync(join(root, 'project-secret'));
writeFileSync(join(root, 'outside.txt'), '');
writeFileSync(join(project, 'a.txt'), '');
symlinkSync(root, join(project, 'out'));
symlinkSync(join(project, 'src'), join(root, 'in'));
symlinkSync(join(root, 'nowhere'), join(project, 'broken'));
afterAll(() => rmSync(root, { recursive: true }));

const on = (condition: RuleCondition, value: Json | undefined, strictness: 'every' | 'some' = 'every') => holds(condition, value === undefined ? {} : { [condition.argument]: value }, localLook, strictness);

describe('a command', () => {
  const git: RuleCondition = { kind: 'command', argument: 'command', words: ['git', 'status'] };
  it.each<[Json | undefined, string]>([
    ['git status', 'yes'],
    ['  git   status --short src/a.ts ', 'yes'],
    ['git status "my file"', 'yes'],
    [['git', 'status', '-s'], 'yes'],
    // Another command, or one that may be.
    ['git push', 'unsure'],
    ['git -c core.pager=x status', 'unsure'],
    ['sudo git status', 'unsure'],
    ['/usr/bin/git status', 'unsure'],
    ['GIT.exe status', 'unsure'],
    ['ls', 'no'],
    ['git statusx', 'unsure'],
    // More than one.
    ['git status; rm -rf ~', 'unsure'],
    ['git status && rm -rf ~', 'unsure'],
    ['git status | sh', 'unsure'],
    ['git status\nrm -rf ~', 'unsure'],
    ['git status > /etc/passwd', 'unsure'],
    ['git status $(rm -rf ~)', 'unsure'],
    ['git status `rm -rf ~`', 'unsure'],
    ['git status "$(rm -rf ~)"', 'unsure'],
    ['git status %COMSPEC%', 'unsure'],
    ['git status ^& del', 'unsure'],
    ['git stat""us', 'unsure'],
    ['git "status', 'unsure'],
    ['git status\u00a0x', 'unsure'],
    ['git status \u202e', 'unsure'],
    ['git status {a,b}', 'unsure'],
    ['git status *', 'unsure'],
    ['git\tstatus', 'unsure'],
    [['git', 'status', '; rm -rf ~'], 'unsure'],
    [['git', 1], 'unsure'],
    [{ line: 'git status' }, 'unsure'],
    ['', 'no'],
    [undefined, 'no'],
  ])('%j is one that begins with git status: %s (H01)', (value, verdict) => {
    expect(on(git, value)).toBe(verdict);
  });

  const rm: RuleCondition = { kind: 'command', argument: 'command', words: ['rm'] };
  it.each<[Json, string]>([
    ['rm -r x', 'yes'],
    [['rm', 'x'], 'yes'],
    ['ls -l', 'no'],
    [['git', 'commit', '-m', 'a b'], 'no'],
    ['sh -c "rm -r x"', 'unsure'],
    ["env A=b sh -c 'rm x'", 'unsure'],
    ['FOO=1 rm x', 'unsure'],
    ['find . --exec=rm', 'unsure'],
    ['ＲＭ x', 'unsure'],
    [['sh', '-c', 'rm x'], 'unsure'],
    [['sh', '-c', 'cd /; rm x'], 'unsure'],
    [['sh', '-c', "r''m x"], 'unsure'],
    [['sh', '-c', 'ls\nrm x'], 'unsure'],
  ])('%j slips past no permission that forbids rm: %s (H01)', (value, verdict) => {
    expect(on(rm, value, 'some')).toBe(verdict);
  });

  it.each<[JsonObject, string]>([
    // Said to people, bounds, and what says nothing.
    [{ description: 'Shows the state', timeout: 60_000, limit: 5, args: [], env: {}, shell: null, cwd: '' }, 'yes'],
    // Anything that a server may make part of what runs.
    [{ args: ['push'] }, 'unsure'],
    [{ arguments: '--exec=sh' }, 'unsure'],
    [{ cwd: '/tmp/theirs' }, 'unsure'],
    [{ env: { GIT_PAGER: 'sh -c x' } }, 'unsure'],
    [{ shell: true }, 'unsure'],
    [{ stdin: 'x' }, 'unsure'],
    [{ anything: { else: 1 } }, 'unsure'],
  ])('git status together with %j is allowed by a permission for it alone: %s (H01)', (others, verdict) => {
    expect(holdsAll([git], { command: 'git status', ...others }, localLook, 'every')).toBe(verdict);
  });

  it('is allowed with what the same permission says of the other arguments (H01)', () => {
    const args: RuleCondition = { kind: 'equals', argument: 'args', value: ['--short'] };
    const alone: RuleCondition = { kind: 'command', argument: 'command', words: ['git'] };
    expect(holdsAll([alone, args], { command: 'git', args: ['--short'] }, localLook, 'every')).toBe('yes');
    expect(holdsAll([alone, args], { command: 'git', args: ['--short'], cwd: '/tmp/theirs' }, localLook, 'every')).toBe('unsure');
    expect(holdsAll([alone, args], { command: 'git', args: ['push'] }, localLook, 'every')).toBe('no');
  });

  it.each<[JsonObject, string]>([
    [{ command: 'sh', args: ['-c', 'rm -rf x'] }, 'unsure'],
    [{ command: 'env', arguments: 'A=b rm x' }, 'unsure'],
    [{ command: 'find', options: { exec: ['/bin/RM.exe'] } }, 'unsure'],
    [{ args: ['x'], program: 'rm' }, 'unsure'],
    [{ command: 'sh', script: 'cd /;rm x' }, 'unsure'],
    [{ command: 'ls', args: ['-l'], description: 'rm nothing' }, 'no'],
  ])('%j slips past no permission that forbids rm: %s (H01)', (args, verdict) => {
    expect(holdsAll([rm], args, localLook, 'some')).toBe(verdict);
  });
});

describe('a path', () => {
  const inside: RuleCondition = { kind: 'path', argument: 'path', folder: project };
  it.each<[string, Json | undefined, string]>([
    ['a file of it', join(project, 'a.txt'), 'yes'],
    ['the folder itself', project, 'yes'],
    ['a file that is not there yet', join(project, 'src', 'new', 'file.ts'), 'yes'],
    ['detours that stay inside', `${project}/src/../a.txt`, 'yes'],
    ['a link from outside that leads inside', join(root, 'in', 'x'), 'yes'],
    ['an address of it', `file://${project}/a.txt`, 'yes'],
    ['several of it', [join(project, 'a.txt'), join(project, 'src')], 'yes'],
    ['a file beside it', join(root, 'outside.txt'), 'no'],
    ['a folder whose name begins alike', join(root, 'project-secret', 'x'), 'no'],
    ['a way out', `${project}/../outside.txt`, 'no'],
    ['a link that leads out', join(project, 'out', 'outside.txt'), 'no'],
    ['a link and back', `${project}/out/../x`, 'unsure'],
    ['a link that leads nowhere', join(project, 'broken'), 'unsure'],
    ['one inside and one outside', [join(project, 'a.txt'), '/etc/passwd'], 'no'],
    ['another spelling of it', join(root, 'PROJECT', 'a.txt'), 'unsure'],
    ['a relative path', 'a.txt', 'unsure'],
    ['a home', '~/project/a.txt', 'unsure'],
    ['a variable', '$HOME/a.txt', 'unsure'],
    ['an encoded way out', `${project}/%2e%2e/x`, 'unsure'],
    ['an encoded address', `file://${project}/%2e%2e/x`, 'unsure'],
    ['an address elsewhere', `file://host${project}/a.txt`, 'unsure'],
    ['an end that is cut off', `${project}/a.txt\u0000.png`, 'unsure'],
    ['letters that are not seen', `${project}/\u202ea.txt`, 'unsure'],
    ['a backslash', `${project}/..\\x`, 'unsure'],
    ['no text', { path: project }, 'unsure'],
    ['an empty list', [], 'no'],
    ['nothing', undefined, 'no'],
  ])('%s: %j is %s (H01)', (_what, value, verdict) => {
    expect(on(inside, value)).toBe(verdict);
  });

  it('is forbidden when one of several is', () => {
    expect(on(inside, ['/etc/passwd', join(project, 'a.txt')], 'some')).toBe('yes');
    expect(on(inside, ['/etc/passwd', 'a.txt'], 'some')).toBe('unsure');
  });

  it.skipIf(process.platform !== 'linux').each(['/proc/self/cwd/x', '/proc/self/root/etc/passwd', `/proc/${process.pid}/cwd/x`, '/dev/fd/1', '/tmp/../proc/self/cwd'])('%s is another for each process, so neither inside nor outside (H01)', (place) => {
    expect([on({ ...inside, folder: process.cwd() }, place), on({ ...inside, folder: '/etc' }, place, 'some')]).toEqual(['unsure', 'unsure']);
  });

  it.each(['PROJECT', 'ｐroject', 'projecT'])('in a folder written as %s may be the same where case and width do not matter (H01)', (name) => {
    expect(on(inside, join(root, name, 'a.txt'), 'some')).toBe('unsure');
  });

  it('below a folder that has become a link is below another folder', () => {
    expect(on({ ...inside, folder: join(root, 'in') }, join(root, 'in', 'x'))).toBe('unsure');
  });

  it('of a server elsewhere is compared by its letters, those of Windows by its own', () => {
    expect(holds({ kind: 'path', argument: 'p', folder: '/srv/data' }, { p: '/srv/data/x' }, remoteLook, 'every')).toBe('yes');
    const windows = { style: 'win32' as const, real: () => null };
    const at = (p: string) => holds({ kind: 'path', argument: 'p', folder: 'C:\\data' }, { p }, windows, 'every');
    expect([at('C:\\data\\x'), at('C:/data/x'), at('C:\\data\\..\\x'), at('c:\\DATA\\x'), at('\\\\host\\data\\x'), at('C:\\data\\x::$DATA'), at('C:\\PROGRA~1'), at('C:\\data. \\x')]).toEqual(['yes', 'yes', 'no', 'unsure', 'unsure', 'unsure', 'unsure', 'unsure']);
  });
});

describe('a host', () => {
  const host: RuleCondition = { kind: 'host', argument: 'url', host: 'example.com', withSubdomains: false };
  it.each<[Json | undefined, string]>([
    ['https://example.com/a?b#c', 'yes'],
    ['HTTPS://EXAMPLE.COM/', 'yes'],
    ['https://example.com:443/', 'yes'],
    ['https://example.com./', 'yes'],
    [['https://example.com/1', 'https://example.com/2'], 'yes'],
    ['https://evil.com/', 'no'],
    ['https://example.com.evil.com/', 'no'],
    ['https://www.example.com/', 'no'],
    ['https://example.com:8443/', 'unsure'],
    ['https://example.com@evil.com/', 'unsure'],
    ['https://user:pw@example.com/', 'unsure'],
    ['https://evil.com\\@example.com/', 'unsure'],
    ['https://example.com\t.evil.com/', 'unsure'],
    ['https:example.com/', 'unsure'],
    ['//example.com/', 'unsure'],
    ['example.com', 'unsure'],
    ['https://ｅxample.com/', 'unsure'],
    ['ftp://example.com/', 'unsure'],
    ['javascript:alert(1)', 'unsure'],
    [['https://example.com/', 'https://evil.com/'], 'no'],
    [undefined, 'no'],
  ])('%j is on example.com: %s (H01)', (value, verdict) => {
    expect(on(host, value)).toBe(verdict);
  });

  it('may have subdomains, of a whole label only', () => {
    const wide: RuleCondition = { ...host, withSubdomains: true };
    expect([on(wide, 'https://a.b.example.com/'), on(wide, 'https://notexample.com/')]).toEqual(['yes', 'no']);
  });

  it.each(['https://a.example.com:8443/', 'https://example.com.:8443/', 'http://A.EXAMPLE.com:81/'])('of which a subdomain is forbidden is not reached by another port: %s (H01)', (url) => {
    expect([on({ ...host, withSubdomains: true }, url, 'some'), on({ ...host, host: 'example.com:443', withSubdomains: true }, 'https://a.example.com/', 'some')]).toEqual(['unsure', 'unsure']);
  });

  it('with a port is that port', () => {
    const local: RuleCondition = { ...host, host: 'localhost:3000' };
    expect([on(local, 'http://localhost:3000/x'), on(local, 'http://localhost/'), on(local, 'http://localhost:30001/')]).toEqual(['yes', 'unsure', 'unsure']);
  });
});

describe('values', () => {
  it.each<[RuleCondition, Json | undefined, string]>([
    [{ kind: 'equals', argument: 'a', value: 'main' }, 'main', 'yes'],
    [{ kind: 'equals', argument: 'a', value: 'main' }, ' MAIN', 'unsure'],
    [{ kind: 'equals', argument: 'a', value: 'main' }, 'dev', 'no'],
    [{ kind: 'equals', argument: 'a', value: 1 }, 1, 'yes'],
    [{ kind: 'equals', argument: 'a', value: 1 }, '1', 'unsure'],
    [{ kind: 'equals', argument: 'a', value: { x: 1, y: [2] } }, { y: [2], x: 1 }, 'yes'],
    [{ kind: 'equals', argument: 'a', value: null }, undefined, 'no'],
    [{ kind: 'one-of', argument: 'a', values: ['x', 'y'] }, 'y', 'yes'],
    [{ kind: 'one-of', argument: 'a', values: ['x', 'y'] }, 'Y', 'unsure'],
    [{ kind: 'one-of', argument: 'a', values: ['x', 'y'] }, 'z', 'no'],
    [{ kind: 'range', argument: 'a', least: 1, most: 3 }, 3, 'yes'],
    [{ kind: 'range', argument: 'a', least: 1, most: 3 }, 3.1, 'no'],
    [{ kind: 'range', argument: 'a', least: null, most: 3 }, '2', 'unsure'],
    [{ kind: 'absent', argument: 'a' }, undefined, 'yes'],
    [{ kind: 'absent', argument: 'a' }, null, 'unsure'],
    [{ kind: 'absent', argument: 'a' }, 0, 'no'],
  ])('%j with %j: %s (H01)', (condition, value, verdict) => {
    expect(on(condition, value)).toBe(verdict);
  });

  it('beside another spelling of the argument are never sure, nor are those of a prototype', () => {
    expect(holds({ kind: 'equals', argument: 'path', value: 'a' }, { path: 'a', Path: 'b' }, localLook, 'every')).toBe('unsure');
    expect(holds({ kind: 'absent', argument: 'path' }, { ' path': 'b' }, localLook, 'every')).toBe('unsure');
    expect(holds({ kind: 'absent', argument: 'toString' }, {}, localLook, 'every')).toBe('yes');
  });
});

describe('what a person writes', () => {
  const use = (condition: RuleCondition) => usableConditions([condition], localLook, root)[0];
  const reason = (condition: RuleCondition, ...more: RuleCondition[]) => {
    try {
      return usableConditions([condition, ...more], localLook, root);
    } catch (error) {
      return error instanceof HostError ? error.problem.details['reason'] : error;
    }
  };
  it('is kept as it will be compared', () => {
    expect(use({ kind: 'path', argument: 'p', folder: '~/project/' })).toEqual({ kind: 'path', argument: 'p', folder: project });
    expect(use({ kind: 'path', argument: 'p', folder: join(root, 'in') })).toMatchObject({ folder: join(project, 'src') });
    expect(use({ kind: 'host', argument: 'u', host: ' Example.COM ', withSubdomains: false })).toMatchObject({ host: 'example.com' });
  });
  it.each<[string, RuleCondition]>([
    ['folder', { kind: 'path', argument: 'p', folder: 'src' }],
    ['host', { kind: 'host', argument: 'u', host: 'https://example.com/', withSubdomains: false }],
    ['command', { kind: 'command', argument: 'c', words: ['git', 'a;b'] }],
    ['range', { kind: 'range', argument: 'n', least: 3, most: 1 }],
  ])('is refused when it could fit nothing: %s', (expected, condition) => {
    expect(reason(condition)).toBe(expected);
  });
  it('is refused when two say the same of one argument', () => {
    const one: RuleCondition = { kind: 'equals', argument: 'a', value: 1 };
    expect(reason(one, { ...one, value: 2 })).toBe('twice');
  });
});

describe('suggestions', () => {
  it.each<[JsonObject, RuleCondition[]]>([
    [{ command: 'git status --short' }, [{ kind: 'command', argument: 'command', words: ['git', 'status'] }]],
    [{ path: join(project, 'src', 'a.ts') }, [{ kind: 'path', argument: 'path', folder: join(project, 'src') }]],
    [{ url: 'https://example.com/x' }, [{ kind: 'host', argument: 'url', host: 'example.com', withSubdomains: false }]],
  ])('for %j name what it is about (H01)', (args, expected) => {
    expect(narrowerThanAll(args, localLook)).toContainEqual(expected);
  });

  it('never name a program that runs anything it is told, nor a whole disk', () => {
    for (const command of ['bash -c x', 'sudo ls', 'python x.py', 'git status; ls']) expect(narrowerThanAll({ command }, localLook).flat().filter(({ kind }) => kind === 'command')).toEqual([]);
    expect(narrowerThanAll({ path: '/etc/passwd' }, localLook).flat().filter(({ kind }) => kind === 'path')).toEqual([]);
  });

  it('always cover the call they were made from', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('git status', '/tmp/a/b/c', 'https://example.com/x', '~/x', `${project}/out/x`, 'rm -rf /'), fc.webUrl());
    const args = fc.dictionary(fc.constantFrom('command', 'path', 'url', 'Path', '__proto__', ''), fc.oneof(texts, fc.array(texts, { maxLength: 3 }), fc.integer()));
    fc.assert(
      fc.property(args, (given) => {
        const call = JSON.parse(JSON.stringify(given)) as JsonObject;
        for (const conditions of narrowerThanAll(call, localLook)) expect(holdsAll(conditions, call, localLook, 'every')).toBe('yes');
      }),
    );
  });
});
