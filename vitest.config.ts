import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/*
 * Everything but the browser journeys. Specs (`*.spec.ts`) touch nothing outside their process;
 * integration specs (`*.int-spec.ts`) use the real Postgres and Redis that the global set-up brings.
 */
/** The folder of what takes too long for `npm test`; `npm run chaos` runs it. */
const LONG = '**/chaos/long/**';
/** Specs over one running system for each worker. */
const SHARED = 'e2e/src/shared/*.int-spec.ts';
const OUTSIDE = ['**/node_modules/**', '**/dist/**', '**/dist-server/**', '**/.data/**', '**/.nx/**'];
/** Of tests with servers and clocks, in a run of thousands. `npm test` names those that needed it, so that they are mended. */
const retry = 1;
const globalSetup = ['libs/test-kit/src/global-setup.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // A worker loads each module once, not for every file: specs leave no state in modules behind.
    isolate: false,
    // They wait more than they work, so two cores carry three.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // The limits are long, so that no test fails because the machine is busy; a test that hangs is noticed late.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 120_000,
    // The summary of `npm test` gives the first line of an error alone.
    chaiConfig: { truncateThreshold: 500 },
    restoreMocks: true,
    slowTestThreshold: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.spec.{ts,tsx}'],
          exclude: OUTSIDE,
          setupFiles: ['web/src/lib/testing/page-of-an-association.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['**/*.int-spec.ts'],
          exclude: [...OUTSIDE, LONG, SHARED],
          globalSetup,
          retry,
        },
      },
      // Projects follow one another by name: these systems, which need the processor while they wait, run for a part of the time only.
      { extends: true, test: { name: 'shared', include: [SHARED], exclude: OUTSIDE, globalSetup, retry } },
      { extends: true, test: { name: 'chaos', include: [`${LONG}/*.int-spec.ts`], exclude: OUTSIDE, globalSetup } },
    ],
  },
});
