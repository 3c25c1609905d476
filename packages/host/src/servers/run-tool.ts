/** One tool call made by hand, as a stream: progress, then the result or why there is none. Leaving the stream cancels the call. */
import type { EventOf, InputOf } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import type { ServersPort } from '../ports.ts';

type RunEvent = EventOf<'tools/run'>;

/** Progress that nobody has read yet: only the newest counts. */
interface Inbox {
  progress: RunEvent | null;
  end: RunEvent | null;
  wake: () => void;
}

export async function* runTool(servers: Pick<ServersPort, 'callTool'>, input: InputOf<'tools/run'>, signal: AbortSignal): AsyncGenerator<RunEvent> {
  const started = performance.now();
  const leaving = new AbortController();
  const inbox: Inbox = { progress: null, end: null, wake: () => {} };
  const put = (change: Partial<Inbox>): void => {
    Object.assign(inbox, change);
    inbox.wake();
  };
  const call = servers.callTool(input.serverId, input.name, input.arguments, {
    signal: AbortSignal.any([signal, leaving.signal]),
    onProgress: (progress) => put({ progress: { type: 'progress', progress } }),
  });
  const duration = (): number => Math.round(performance.now() - started);
  const settled = call.then(
    (result) => put({ end: { type: 'done', result, durationMs: duration() } }),
    (error: unknown) => put({ end: { type: 'failed', problem: problemOf(error), durationMs: duration() } }),
  );
  try {
    for (;;) {
      if (inbox.progress !== null) {
        const { progress } = inbox;
        inbox.progress = null;
        yield progress;
      } else if (inbox.end !== null) {
        yield inbox.end;
        return;
      } else {
        await new Promise<void>((resolve) => {
          inbox.wake = resolve;
          if (inbox.progress !== null || inbox.end !== null) resolve();
        });
      }
    }
  } finally {
    leaving.abort();
    await settled;
  }
}

function problemOf(error: unknown) {
  return error instanceof HostError ? error.problem : new HostError('internal', { message: error instanceof Error ? error.message : String(error) }).problem;
}
