import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

/** A shared machine may hold a process up for seconds: there a test that fails is tried once more. */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Those that wait long for processes they started. Begun last, they would be waited for with the other workers idle. */
const slow = /apps\/cli\/test|test\/differential|tasks\/everything|servers\/(?:processes|lifecycle|warden|sandbox)|faults\/|slow-starts|durability|service-faults|stdio-lifecycle|test\/calls|secrets\/vault|chat\/approval-card|real-servers|process\/launcher/;

/** The window's tests, then the others, so that workers change their kind once; the slow ones of each first. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => (project.name === 'dom' ? 0 : 2) + (slow.test(moduleId) ? 0 : 1);
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which gives a new array
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rank(a) - rank(b));
  }
}

// One run for the whole repository; `vitest run packages/host` narrows it to a folder.
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/{contract,mcp-client,builtin-servers,host,fixture-servers,i18n}/**/*.test.ts', 'apps/{browser,cli,desktop}/**/*.test.ts', 'scripts/**/*.test.ts'],
          retry,
          // The store of whoever runs the tests is not theirs to write to.
          env: { PORTOLAN_KEYRING: 'off' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A second, as it is unless told, is short for a process that has to start.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          // A process of its own gives them nothing and takes longer to start.
          pool: 'threads',
          include: ['packages/{ui,markdown,schema-form,chat-export}/**/*.test.{ts,tsx}', 'apps/renderer/**/*.test.{ts,tsx}'],
          retry,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
