import { describe, expect, it } from 'vitest';
import { Sessions, codeLife } from './sessions.ts';

function clocked(): { sessions: Sessions; pass(milliseconds: number): void } {
  let now = 0;
  return { sessions: new Sessions(() => now), pass: (milliseconds) => void (now += milliseconds) };
}

describe('sessions', () => {
  it('take a code once, and only while it is fresh (W3)', () => {
    const { sessions, pass } = clocked();
    const code = sessions.newCode();
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    expect(sessions.signIn(code, undefined)).not.toBeNull();
    expect(sessions.signIn(code, undefined)).toBeNull();
    const late = sessions.newCode();
    pass(codeLife + 1);
    expect(sessions.signIn(late, undefined)).toBeNull();
    const spentByTrying = sessions.newCode();
    expect(sessions.signIn(spentByTrying, 'no-such-cookie')).not.toBeNull();
  });

  it('keep the browser’s session when a second window signs in, each with a token of its own (W4)', () => {
    const { sessions } = clocked();
    const first = sessions.signIn(sessions.newCode(), undefined);
    const second = sessions.signIn(sessions.newCode(), first?.cookie);
    expect(second?.cookie).toBe(first?.cookie);
    expect(second?.token).not.toBe(first?.token);
    for (const each of [first, second]) expect(sessions.check(first?.cookie, each?.token)).not.toBeNull();
    const stranger = sessions.signIn(sessions.newCode(), undefined);
    expect(sessions.check(first?.cookie, stranger?.token)).toBeNull();
    expect(sessions.check(undefined, first?.token)).toBeNull();
    expect(sessions.check(first?.cookie, undefined)).toBeNull();
  });

  it('never take a cookie that a browser made up for the session they name it (fixation)', () => {
    const { sessions } = clocked();
    const signedIn = sessions.signIn(sessions.newCode(), 'chosen-by-somebody');
    expect(signedIn?.cookie).not.toBe('chosen-by-somebody');
    expect(sessions.has('chosen-by-somebody')).toBe(false);
  });

  it('end with everything that belongs to them', () => {
    const { sessions } = clocked();
    const ended: string[] = [];
    sessions.onEnd((session) => ended.push(session));
    const { cookie, token } = sessions.signIn(sessions.newCode(), undefined) ?? { cookie: '', token: '' };
    const session = sessions.check(cookie, token);
    sessions.signOut(cookie);
    sessions.signOut(cookie);
    expect(ended).toEqual([session]);
    expect(sessions.check(cookie, token)).toBeNull();
    expect(sessions.resume(cookie)).toBeNull();
  });

  it('stay bounded, whoever signs in how often', () => {
    const { sessions } = clocked();
    const first = sessions.signIn(sessions.newCode(), undefined);
    for (let n = 0; n < 200; n++) sessions.resume(first?.cookie);
    expect(sessions.check(first?.cookie, first?.token)).toBeNull();
    for (let n = 0; n < 100; n++) sessions.signIn(sessions.newCode(), undefined);
    expect(sessions.has(first?.cookie)).toBe(false);
    const forgotten = sessions.newCode();
    for (let n = 0; n < 20; n++) sessions.newCode();
    expect(sessions.signIn(forgotten, undefined)).toBeNull();
  });

  it('pause after ten failures in a minute, and go on after it (W12)', () => {
    const { sessions, pass } = clocked();
    for (let n = 0; n < 10; n++) {
      expect(sessions.isPaused()).toBe(false);
      sessions.signIn(`wrong-${n}`, undefined);
    }
    expect(sessions.isPaused()).toBe(true);
    pass(60_001);
    expect(sessions.isPaused()).toBe(false);
  });
});
