/** The servers of the supervisor as the doctor sees them. */
import type { Supervisor } from '../servers/supervisor.ts';
import type { DoctorServer } from './check.ts';

/** A server that takes longer than this for a sign of life (milliseconds) counts as one that does not answer. */
const pingLimitMs = 10_000;

export function doctorServers(supervisor: Supervisor): DoctorServer[] {
  return supervisor.all().map((connector) => {
    const { config, isReviewed, state, problem } = connector;
    const limits = { idleMs: pingLimitMs, totalMs: pingLimitMs };
    return {
      id: config.id,
      name: config.name,
      launch: config.launch,
      isEnabled: config.isEnabled,
      isReviewed,
      state,
      problem,
      ping: () => (connector.connection === null ? null : connector.request({}, (client) => client.ping({ limits }))),
    };
  });
}
