/** Whom the system ends when memory runs out: a server that eats it all, not the host that watches over the others (R41). */
import { writeFileSync } from 'node:fs';

/** From -1000 (never) to 1000 (first); browsers give their tabs about this much. Inherited by what the server starts. */
const likelihood = 500;

/** Linux only; elsewhere, and where it is not allowed, nothing happens. */
export function makeLikelyVictim(pid: number): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(likelihood));
  } catch {
    // Gone already, or a system that does not let us.
  }
}
