/** What the main thread of a page spends: processor time by its own clock, which other programs on the machine do not count in. */
import type { CDPSession, Page } from '@playwright/test';

export interface Spent {
  /** Milliseconds of processor time in tasks, and of it in script and in layout with style. */
  tasks: number;
  script: number;
  layout: number;
}

export class MainThread {
  readonly #session: CDPSession;
  #before: Spent = { tasks: 0, script: 0, layout: 0 };

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<MainThread> {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new MainThread(session);
  }

  async begin(): Promise<void> {
    this.#before = await this.#read();
  }

  /** Since `begin`. */
  async end(): Promise<Spent> {
    const now = await this.#read();
    return { tasks: now.tasks - this.#before.tasks, script: now.script - this.#before.script, layout: now.layout - this.#before.layout };
  }

  async #read(): Promise<Spent> {
    const { metrics } = await this.#session.send('Performance.getMetrics');
    const value = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    return { tasks: value('TaskDuration'), script: value('ScriptDuration'), layout: value('LayoutDuration') + value('RecalcStyleDuration') };
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  tid: number;
  pid: number;
  /** Microseconds on the clock, and of processor time. */
  dur?: number;
  tdur?: number;
  ts: number;
  args?: { name?: string };
}

/** The tasks of the page's main thread while `act` runs, in milliseconds of processor time, in order. */
export async function tasksDuring(page: Page, act: () => Promise<void>): Promise<{ at: number; ms: number }[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('tasks are read from a browser of our own');
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  const main = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = (event: TraceEvent): boolean => main.some(({ tid, pid }) => tid === event.tid && pid === event.pid);
  const tasks = traceEvents.filter((event) => event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && isMain(event));
  const first = Math.min(...tasks.map(({ ts }) => ts));
  return tasks.map(({ ts, tdur, dur }) => ({ at: (ts - first) / 1000, ms: (tdur ?? dur ?? 0) / 1000 }));
}
