/** Node, Python, uv, Docker, git, Bun and Deno: which there are, in which version, and what to do where one is missing. */
import path from 'node:path';
import type { DoctorFinding, DoctorFix, Runtime } from '@portolan/contract/doctor';
import { findCommand } from '../../servers/launch/find-command.ts';
import { nodeFallback } from '../../servers/launch/node-fallback.ts';
import { variable } from '../../servers/launch/platform.ts';
import { finding } from '../check.ts';
import type { Check, DoctorContext } from '../check.ts';
import { installHelp } from '../install-help.ts';
import { runProgram } from '../run-program.ts';
import { runtimeOf } from '../runtime-of.ts';

interface RuntimeFacts {
  runtime: Runtime;
  /** Programs that bring it, the usual one first. */
  programs: string[];
  /** Oldest version that servers of today run on. */
  needs?: string;
}

const runtimes: RuntimeFacts[] = [
  { runtime: 'node', programs: ['node'], needs: '18.0' },
  { runtime: 'python', programs: ['python3', 'python'], needs: '3.10' },
  { runtime: 'uv', programs: ['uv'] },
  { runtime: 'docker', programs: ['docker'] },
  { runtime: 'git', programs: ['git'] },
  { runtime: 'bun', programs: ['bun'] },
  { runtime: 'deno', programs: ['deno'] },
];

/** One for each runtime, named `runtime:<name>`. Bun and Deno are mentioned only where they are there or needed. */
export const runtimeChecks: readonly Check[] = runtimes.map((facts) => ({ name: `runtime:${facts.runtime}`, run: (context, signal) => lookAt(facts, context, signal) }));

async function lookAt(facts: RuntimeFacts, context: DoctorContext, signal: AbortSignal): Promise<DoctorFinding[]> {
  const { runtime, needs } = facts;
  const { platform, searchPath } = context.launch;
  const folders = await searchPath.folders();
  const file = await locate(facts.programs, folders, context);
  const isNeeded = context.servers().some(({ launch, isEnabled }) => isEnabled && launch.kind === 'stdio' && runtimeOf(launch.command) === runtime);
  const id = `runtime:${runtime}`;
  if (file === null) return missing(facts, context, folders, isNeeded);
  const { isGood, text } = await runProgram(file, ['--version'], platform, folders, signal);
  const version = versionIn(text);
  if (!isGood || version === null) {
    // macOS answers `python3` and `git` with an offer to install them.
    return [finding({ id, area: 'runtimes', level: isNeeded ? 'error' : 'warn', code: 'runtime-broken', details: { runtime, file, message: text.slice(0, 300) }, fixes: installHelp(runtime, platform) })];
  }
  if (needs !== undefined && compareVersions(version, needs) < 0) {
    const better = await newerOnes(facts, folders, file, context, signal);
    return [finding({ id, area: 'runtimes', level: isNeeded ? 'error' : 'warn', code: 'runtime-old', details: { runtime, version, file, needs }, fixes: better.length > 0 ? better : installHelp(runtime, platform) })];
  }
  const found = finding({ id, area: 'runtimes', level: 'ok', code: 'runtime-found', details: { runtime, version, file } });
  if (runtime === 'docker') return [await dockerRuns(file, found, context, folders, signal, isNeeded)];
  return [found];
}

function missing({ runtime, programs }: RuntimeFacts, context: DoctorContext, folders: readonly string[], isNeeded: boolean): DoctorFinding[] {
  const { platform } = context.launch;
  const id = `runtime:${runtime}`;
  if (runtime === 'node' && nodeFallback('npx', platform) !== undefined) {
    return [finding({ id, area: 'runtimes', level: 'info', code: 'runtime-ours', details: { runtime, version: process.versions.node, file: platform.execPath }, fixes: installHelp(runtime, platform) })];
  }
  if (!isNeeded && (runtime === 'bun' || runtime === 'deno')) return [];
  const details = { runtime, program: programs[0] ?? runtime, folders: [...folders] };
  return [finding({ id, area: 'runtimes', level: isNeeded ? 'error' : 'info', code: 'runtime-missing', details, fixes: installHelp(runtime, platform) })];
}

async function dockerRuns(file: string, found: DoctorFinding, context: DoctorContext, folders: readonly string[], signal: AbortSignal, isNeeded: boolean): Promise<DoctorFinding> {
  const { isGood, text } = await runProgram(file, ['version', '--format', '{{.Server.Version}}'], context.launch.platform, folders, signal);
  if (isGood) return found;
  return { ...found, level: isNeeded ? 'error' : 'info', code: 'runtime-not-running', details: { ...found.details, message: text.split('\n').at(-1)?.slice(0, 300) ?? '' } };
}

async function locate(programs: readonly string[], folders: readonly string[], { launch: { platform } }: DoctorContext): Promise<string | null> {
  for (const program of programs) {
    const found = await findCommand(program, { os: platform.os, folders, cwd: platform.home, pathExt: variable(platform, 'PATHEXT') });
    if (found.kind === 'found') return found.file;
  }
  return null;
}

/** The same runtime in folders that are searched later, when it is new enough there. */
async function newerOnes(facts: RuntimeFacts, folders: readonly string[], used: string, context: DoctorContext, signal: AbortSignal): Promise<DoctorFix[]> {
  const fixes: DoctorFix[] = [];
  for (const folder of folders) {
    const file = await locate(facts.programs, [folder], context);
    if (file === null || file === used || fixes.length >= 3) continue;
    const { isGood, text } = await runProgram(file, ['--version'], context.launch.platform, folders, signal);
    const version = versionIn(text);
    if (isGood && version !== null && compareVersions(version, facts.needs ?? '0') >= 0) fixes.push({ kind: 'use-folder', folder: path.dirname(file), version });
  }
  return fixes;
}

/** The first thing in a program's answer that looks like a version. */
export function versionIn(text: string): string | null {
  return /\d+\.\d+(?:\.\d+)?/.exec(text)?.[0] ?? null;
}

export function compareVersions(a: string, b: string): number {
  const [left = [], right = []] = [a, b].map((version) => version.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
