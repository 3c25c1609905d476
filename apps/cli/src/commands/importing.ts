/** What every way to import has in common: what becomes of each server, and that somebody says so. */
import { HostError } from '@portolan/contract/errors';
import type { PasteCandidate } from '@portolan/contract/servers';
import type { Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { visible } from '../output/visible.ts';
import { saysYes } from '../review.ts';

export type Outcome = 'added' | 'replaced' | 'same' | 'name-taken';

/** Fails for a name of --only that is not among them. */
export function wantedOnly({ options, t }: Context, candidates: readonly Pick<PasteCandidate, 'name'>[]): void {
  const missing = (options.only ?? []).find((name) => !candidates.some((candidate) => candidate.name === name));
  if (missing !== undefined) throw new CliFailure(exitCodes.notFound, 'not-found', t.errors.noServer(missing), { next: t.errors.thereAre(candidates.map(({ name }) => name).join(', ')) });
}

export function outcomeOf({ existing }: Pick<PasteCandidate, 'existing'>, mayReplace: boolean): Outcome {
  if (existing === null) return 'added';
  if (existing.isSame) return 'same';
  return mayReplace ? 'replaced' : 'name-taken';
}

/** What becomes of keys that stand there in the open. */
export function showSecrets({ options, out, t }: Context, { openSecrets }: Pick<PasteCandidate, 'openSecrets'>): void {
  if (openSecrets.length === 0) return;
  const names = openSecrets.map(visible).join(', ');
  out.say(`  ${options['plain-secrets'] === true ? out.style('yellow', t.imported.secretsPlain(names)) : t.imported.secretsKept(names)}`);
}

/** Adding starts nothing, but it writes the configuration: somebody says so first. */
export async function confirmImport(context: Context, count: number): Promise<void> {
  const { options, terminal, t } = context;
  if (options.yes) return;
  if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
  if (!(await saysYes(context, t.imported.question(count)))) throw new HostError('cancelled');
}
