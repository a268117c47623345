import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from '@lectern/test-kit/browser';

/** It moves the clock of the whole system, so it runs alone. */
const MOVES_THE_CLOCK = '**/months-later.journey.ts';

/*
 * The browser journeys: few and whole, over a running system. `npm test` starts one and names it in LECTERN_RUN_FILE;
 * journeys share it, three at a time, so each creates its own people and counts only these.
 */
export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  // They wait more than they work, so two cores carry three.
  workers: 3,
  // As in vitest.config.ts: a browser, nine processes, two cores. `npm test` names the journeys that needed it.
  retries: 1,
  forbidOnly: true,
  projects: [
    { name: 'journeys', testMatch: '**/*.journey.ts', testIgnore: MOVES_THE_CLOCK },
    { name: 'months later', testMatch: MOVES_THE_CLOCK, dependencies: ['journeys'] },
  ],
  use: {
    launchOptions: await browserLaunchOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    screenshot: 'only-on-failure',
    // Recording takes a fifth of the run time, so it is opt-in, for debugging: LECTERN_TRACE=1.
    trace: process.env['LECTERN_TRACE'] === '1' ? 'retain-on-failure' : 'off',
  },
});
