/** Faults of processes at the engine's edge: detected, settled, told truly, nothing left behind. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '../../src/client.ts';
import type { InputContext } from '../../src/handlers.ts';
import { callText, isAlive, openStdio, openTarget, problemsOf, until } from '../fixtures.ts';
import { localError } from '../rejection.ts';
import { scriptedStdio } from '../scripted-stdio.ts';

const exit = (code: number | null, signal: string | null = null): object => ({ kind: 'exit', code, signal });

describe('a process that ends', () => {
  it('right after its answer to server/discover ends the connection with its code (R03)', async () => {
    const { client } = await openTarget(scriptedStdio('2026-07-28', `const discover=on['server/discover'];on['server/discover']=(m)=>{discover(m);process.exitCode=4;process.stdin.destroy()}`));
    expect(await client.closed).toEqual(exit(4));
    expect(await localError(client.callTool('x', {}))).toMatchObject({ kind: 'connection-closed', mayHaveHappened: false, message: 'The server exited with code 4.' });
  });

  it('on the second page of a list fails the list, for nobody can say what is missing (R05)', async () => {
    const { client } = await openTarget(scriptedStdio('2025-11-25', `on['tools/list']=(m)=>{if(m.params&&m.params.cursor)process.exit(6);answer(m,{tools:[{name:'a',inputSchema:{type:'object'}}],nextCursor:'2'})}`));
    expect(await localError(client.listTools())).toMatchObject({ kind: 'connection-closed', closeReason: exit(6), message: 'The server exited with code 6.' });
  });

  it('while a person is asked closes the dialog and settles the call (R07)', async () => {
    let context: InputContext | undefined;
    const body = `on['tools/call']=(m)=>{say({id:'ask',method:'elicitation/create',params:{message:'Who?',requestedSchema:{type:'object',properties:{}}}});setTimeout(()=>process.exit(7),150)}`;
    const { client } = await openTarget(scriptedStdio('2025-11-25', body), {
      handlers: {
        elicit: (_request, given) => {
          context = given;
          return new Promise(() => {});
        },
      },
    });
    expect(await localError(client.callTool('x', {}))).toMatchObject({ kind: 'connection-closed', mayHaveHappened: true, closeReason: exit(7) });
    expect(context?.signal.aborted).toBe(true);
  });

  it.each([
    ['with a code of its own', `process.stdin.prependListener('end',()=>process.exit(9))`],
    ['by a signal', `process.stdin.prependListener('end',()=>process.kill(process.pid,'SIGSEGV'))`],
    ['before it is asked to', `on['tools/call']=()=>process.exit(3)`],
  ])('%s while it is being closed is closed by us, once (R09)', async (_how, body) => {
    const { client, events, processes } = await openTarget(scriptedStdio('2025-11-25', `on['tools/call']=()=>{};${body}`));
    const calling = client.callTool('x', {}).catch((error: unknown) => error);
    await Promise.all([client.close(), client.close()]);
    expect(await calling).toMatchObject({ kind: 'connection-closed' });
    expect(events.filter(({ type }) => type === 'closed')).toHaveLength(1);
    expect(['closed-by-us', 'exit']).toContain((await client.closed).kind);
    expect(processes.map(({ type }) => type)).toEqual(['spawned', 'gone']);
  });

  it('is started again by nobody here: whoever connected decides (R08)', async () => {
    const { client, processes } = await openStdio('dies', { at: 'idle', 'after-ms': 50, code: 1 });
    await client.closed;
    await until(() => processes.length === 2);
    await wait(100);
    expect(processes.map(({ type }) => type)).toEqual(['spawned', 'gone']);
  });
});

describe('a process that does not answer', () => {
  it('is one call’s matter: others are answered, and cancelling takes effect at once (R11, R12)', async () => {
    const { client } = await openTarget(scriptedStdio('2025-11-25', `on['tools/call']=(m)=>{if(m.params.name!=='hang')answer(m,text('quick'))}`));
    const controller = new AbortController();
    let isSettled = false;
    const hanging = localError(client.callTool('hang', {}, { signal: controller.signal })).finally(() => (isSettled = true));
    expect(await callText(client, 'quick')).toBe('quick');
    controller.abort();
    // No round trip to the server is needed for that.
    await Promise.resolve().then(() => new Promise(setImmediate));
    expect(isSettled).toBe(true);
    expect((await hanging).kind).toBe('cancelled');
  });

  it('that writes its answer a byte at a time has not answered: bytes are no sign of life (R13)', async () => {
    const body = `on['tools/call']=(m)=>{const line=JSON.stringify({jsonrpc:'2.0',id:m.id,result:text('slow')});let at=0;const t=setInterval(()=>{if(at<line.length)write(line[at++]);else clearInterval(t)},20)}`;
    const { client } = await openTarget(scriptedStdio('2025-11-25', body));
    expect(await localError(client.callTool('x', {}, { limits: { idleMs: 200 } }))).toMatchObject({ kind: 'idle-timeout' });
  });

  it('that ignores being cancelled and answers for ever costs a count (R26)', async () => {
    const body = `on['tools/call']=(m)=>{if(m.params.name==='quick')return answer(m,text('quick'));setTimeout(()=>setInterval(()=>answer(m,text('again')),5),250)}`;
    const { client, events } = await openTarget(scriptedStdio('2025-11-25', body));
    expect((await localError(client.callTool('x', {}, { limits: { idleMs: 30 } }))).kind).toBe('idle-timeout');
    await until(() => problemsOf(events).includes('duplicate-answer'));
    for (let round = 0; round < 3; round += 1) expect(await callText(client, 'quick')).toBe('quick');
    expect(new Set(problemsOf(events))).toEqual(new Set(['late-answer', 'duplicate-answer']));
  });

  it('because it is stopped answers late when it goes on, and is of use again (R38, R25)', async () => {
    const { client, events, processes } = await openTarget(scriptedStdio('2025-11-25', `on['tools/call']=(m)=>answer(m,text('here'))`));
    const pid = processes[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    expect(await localError(client.callTool('x', {}, { limits: { idleMs: 100 } }))).toMatchObject({ kind: 'idle-timeout', mayHaveHappened: true });
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGCONT');
    expect(await callText(client, 'x')).toBe('here');
    expect(problemsOf(events)).toEqual(['late-answer']);
  });
});

describe('a process whose lists do not keep still', () => {
  it('is asked only as often as somebody wants the list, though each reading announces a change (R30, T:H02)', async () => {
    const body = `let asked=0;on['tools/list']=(m)=>{asked+=1;say({method:'notifications/tools/list_changed'});answer(m,{tools:[{name:'t'+asked,inputSchema:{type:'object'}}]})}`;
    const { client, events } = await openTarget(scriptedStdio('2025-11-25', body));
    const names: string[] = [];
    for (let round = 0; round < 3; round += 1) names.push(...(await client.listTools()).items.map(({ name }) => name));
    await wait(50);
    expect(names).toEqual(['t1', 't2', 't3']);
    expect(events.filter((event: ClientEvent) => event.type === 'list-changed')).toHaveLength(3);
    expect((await client.listTools()).items[0]?.name).toBe('t4');
  });

  it('is read as it is each time (R33)', async () => {
    const { client } = await openTarget(scriptedStdio('2025-11-25', `let asked=0;on['tools/list']=(m)=>{asked+=1;answer(m,{tools:Array.from({length:asked},(_,n)=>({name:'t'+n,description:'version '+asked,inputSchema:{type:'object'}}))})}`));
    for (const count of [1, 2, 3]) expect((await client.listTools()).items.map(({ description }) => description)).toEqual(Array.from({ length: count }, () => `version ${count}`));
  });

  it('of ten thousand tools and one more is read to the limit of a thousand, which is said (R32, T:C14)', async () => {
    const body = `on['tools/list']=(m)=>answer(m,{tools:Array.from({length:10001},(_,n)=>({name:'t'+n,inputSchema:{type:'object'}}))})`;
    const { client, events } = await openTarget(scriptedStdio('2025-11-25', body));
    const { items, isTruncated } = await client.listTools();
    expect([items.length, isTruncated, problemsOf(events)]).toEqual([1000, true, ['list-truncated']]);
  });
});

describe('many processes', () => {
  it('do not wait for one another, and one that floods or hangs is no matter to the rest (R12, R28)', async () => {
    const bodies = [`on['tools/call']=()=>{}`, `on['tools/call']=(m)=>{const t=setInterval(()=>{for(let n=0;n<200;n++)say({method:'notifications/message',params:{level:'info',data:n}})},5);setTimeout(()=>{clearInterval(t);answer(m,text('done'))},400)}`, `on['tools/call']=(m)=>answer(m,text('done'))`];
    const [hanging, flooding, fine] = await Promise.all(bodies.map((body) => openTarget(scriptedStdio('2025-11-25', body))));
    if (hanging === undefined || flooding === undefined || fine === undefined) throw new Error('three were opened');
    const others = [hanging.client.callTool('x', {}, { limits: { idleMs: 300 } }).catch(() => {}), flooding.client.callTool('x', {})];
    for (let round = 0; round < 20; round += 1) expect(await callText(fine.client, 'x')).toBe('done');
    await Promise.all(others);
    expect(flooding.events.filter(({ type }) => type === 'log').length).toBeLessThan(1000);
  });
});
