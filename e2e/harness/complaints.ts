/** Everything a page complains about: errors on its console, uncaught errors, broken content policy. A test fails on any. */
import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

export class Complaints {
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Before the first page loads. */
  watch(context: BrowserContext): void {
    context.on('console', (message: ConsoleMessage) => {
      if (message.type() !== 'error' && !/content security policy|trusted ?type/i.test(message.text())) return;
      this.#seen.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error: WebError) => this.#seen.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  }

  /** What a test provokes on purpose. */
  expect(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** What nobody expected. */
  unexpected(): string[] {
    return this.#seen.filter((each) => !this.#expected.some((pattern) => pattern.test(each)));
  }
}
