/**
 * What was filled in for each tool and what came of it, kept while the window lives: going to another tab or another page
 * and back finds the form, the running call and the result again.
 */
import type { ProgressView, ToolResultView } from '@portolan/contract/content';
import type { Problem } from '@portolan/contract/errors';
import type { JsonObject } from '@portolan/contract/json';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import { startForm } from '@portolan/schema-form/form-state';
import type { FormState } from '@portolan/schema-form/form-state';
import { create } from 'zustand';
import { useHost } from '../../host/host-context.tsx';

export type ToolRun =
  | { state: 'idle' }
  | { state: 'running'; startedAt: number; progress: ProgressView | null; stop: () => void }
  | { state: 'cancelled' }
  | { state: 'done'; result: ToolResultView; durationMs: number }
  | { state: 'failed'; problem: Problem };

export interface ToolSession {
  form: FormState;
  /** A try to run it was made: errors are shown from then on. */
  isTried: boolean;
  run: ToolRun;
}

/** Results may be large: the sessions used least lately go first, never a running one. */
const mostSessions = 40;

const useSessions = create<{ of: ReadonlyMap<string, ToolSession> }>()(() => ({ of: new Map() }));

function put(key: string, session: ToolSession): void {
  useSessions.setState(({ of }) => {
    const next = new Map(of);
    next.delete(key);
    next.set(key, session);
    for (const [other, { run }] of next) {
      if (next.size <= mostSessions) break;
      if (run.state !== 'running') next.delete(other);
    }
    return { of: next };
  });
}

export interface ToolSessionActions {
  session: ToolSession;
  setForm: (form: FormState) => void;
  setTried: () => void;
  start: (args: JsonObject) => void;
  /** Tells the server, and does not wait for it. */
  cancel: () => void;
}

export function useToolSession(server: ServerView, tool: ToolView): ToolSessionActions {
  const { link } = useHost();
  const key = `${server.id} ${tool.name}`;
  const known = useSessions((state) => state.of.get(key));
  const session = known ?? { form: startForm(tool.inputSchema), isTried: false, run: { state: 'idle' } };
  const change = (part: Partial<ToolSession>) => put(key, { ...(useSessions.getState().of.get(key) ?? session), ...part });
  const cancel = () => {
    const { run } = useSessions.getState().of.get(key) ?? session;
    if (run.state !== 'running') return;
    run.stop();
    change({ run: { state: 'cancelled' } });
  };
  const start = (args: JsonObject) => {
    cancel();
    const startedAt = Date.now();
    const isCurrent = () => {
      const run = useSessions.getState().of.get(key)?.run;
      return run?.state === 'running' && run.stop === stop;
    };
    const stop = link.runOnce(
      'tools/run',
      { serverId: server.id, name: tool.name, arguments: args },
      (event) => {
        if (!isCurrent()) return;
        if (event.type === 'progress') change({ run: { state: 'running', startedAt, progress: event.progress, stop } });
        else if (event.type === 'done') change({ run: { state: 'done', result: event.result, durationMs: event.durationMs } });
        else change({ run: { state: 'failed', problem: event.problem } });
      },
      (error) => {
        if (error && isCurrent()) change({ run: { state: 'failed', problem: error.problem } });
      },
    );
    change({ isTried: false, run: { state: 'running', startedAt, progress: null, stop } });
  };
  return { session, setForm: (form) => change({ form }), setTried: () => change({ isTried: true }), start, cancel };
}
