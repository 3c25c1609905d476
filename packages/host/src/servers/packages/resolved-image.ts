/**
 * Which content an image without a fixed version stands for on this computer (A14): the digest its repository knows it by, as
 * the program that runs it says. Asked is the person's own `docker` or `podman`, found by its name, never what a launch names.
 * https://docs.docker.com/reference/cli/docker/image/inspect/
 */
import { programName, runnerOf } from '../../config/package-spec.ts';
import type { LaunchConfig } from '../../ports.ts';
import type { ResolvedPackage } from './resolved-version.ts';

/** Runs a program of this computer by its bare name; what it wrote, or null when it is not there, fails or takes too long. Never rejects. */
export type AskProgram = (program: string, args: readonly string[]) => Promise<string | null>;

const reference = /^[a-z0-9][\w.-]*(?::\d+)?(?:\/[\w.-]+)*(?::[\w.-]+)?$/i;
const digest = /^(.+)@(sha256:[0-9a-f]{64})$/;

/** Null for a launch that is pinned or runs no image, and where nothing tells the digest (one that was built here has none). */
export async function resolvedImage(launch: LaunchConfig, ask: AskProgram): Promise<ResolvedPackage | null> {
  if (launch.kind !== 'stdio') return null;
  const runner = runnerOf(launch.command, launch.args);
  if (runner?.kind !== 'image' || runner.isPinned || runner.spec.length > 300 || !reference.test(runner.spec)) return null;
  const { spec } = runner;
  const said = await ask(programName(launch.command), ['image', 'inspect', '--format', '{{json .RepoDigests}}', spec]);
  if (said === null) return null;
  const name = spec.replace(/:[\w.-]+$/, '');
  const found = digestsIn(said).find(([repository]) => isSameRepository(repository, name));
  return found === undefined ? null : { spec, name, version: found[1], integrity: null };
}

function digestsIn(text: string): [repository: string, digest: string][] {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return [];
    return value.flatMap((each): [string, string][] => {
      const [, repository, found] = typeof each === 'string' ? (digest.exec(each) ?? []) : [];
      return repository === undefined || found === undefined ? [] : [[repository, found]];
    });
  } catch {
    return [];
  }
}

/** `docker.io/library/x`, `docker.io/x` and `x` are one. */
function isSameRepository(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => name.replace(/^(?:docker\.io|index\.docker\.io)\//, '').replace(/^library\//, ''));
  return left === right;
}
