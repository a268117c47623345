import { defineConfig } from '@playwright/test';
import { browserLaunchOptions } from '@lectern/test-kit/browser';

/*
 * The browser journeys: few and whole, over a running system. `npm test` starts one and names it in LECTERN_RUN_FILE;
 * journeys share it, so each brings people of its own.
 */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  use: {
    launchOptions: await browserLaunchOptions(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
