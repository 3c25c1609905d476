/** What runs on this machine on behalf of one app under test. Linux only, like the tests. */
import { readFileSync, readdirSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  command: string;
}

/**
 * Every process of a server of the app whose home folder this is, however far it moved from its parent: servers inherit
 * the marker `PORTOLAN_SERVER` and the home, and each app under test has a home of its own.
 */
export function serverProcesses(home: string): RunningProcess[] {
  return processIds().flatMap((pid) => {
    const environment = environmentOf(pid);
    const isOurs = environment.some((each) => each.startsWith('PORTOLAN_SERVER=')) && environment.includes(`HOME=${home}`);
    return isOurs && isRunning(pid) ? [{ pid, command: commandOf(pid) }] : [];
  });
}

/** Whether a server of the app with this home was given this variable. Its own answer does not tell: secrets are taken out of it. */
export function isGivenToServer(home: string, variable: string): boolean {
  return serverProcesses(home).some(({ pid }) => environmentOf(pid).includes(variable));
}

/** Every process, of servers or not, that was started with this home folder. */
export function processesOf(home: string): RunningProcess[] {
  return processIds().flatMap((pid) => (environmentOf(pid).includes(`HOME=${home}`) && isRunning(pid) ? [{ pid, command: commandOf(pid) }] : []));
}

/** Processes of model files of the app whose home folder this is. They are given no home themselves: their parent has it. */
export function modelProcesses(home: string): number[] {
  return processIds().filter((pid) => isRunning(pid) && commandOf(pid).includes('model-process') && environmentOf(parentOf(pid)).includes(`HOME=${home}`));
}

function parentOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]);
}

/** False for a zombie: it has ended, its parent has just not asked yet. */
export function isRunning(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state !== '' && state !== 'Z' && state !== 'X';
}

function processIds(): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
}

function environmentOf(pid: number): string[] {
  return read(`/proc/${pid}/environ`).split('\0');
}

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Gone in between.
    return '';
  }
}
