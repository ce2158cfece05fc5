import { defineConfig } from '@playwright/test';
import { chromiumLaunchOptions } from './tests/browser/support/chromium.ts';
import { isLongRun, isRestRun } from './tests/support/long-run.ts';
import { scaleTimeout, timeoutFactor } from './tests/support/timeouts.ts';

// The workers read the load of the machine later, under the load of the run itself.
process.env.TEST_TIMEOUT_FACTOR = String(timeoutFactor);
// The cases of `selectEveryNth`, which a failing test names.
process.env.TEST_SEED ??= String(Math.floor(Math.random() * 1e6));

export default defineConfig({
  testDir: 'tests/browser',
  // Node reads these itself: to compile them takes 12 s of CPU time without a cache.
  build: { external: ['**/*.ts'] },
  globalSetup: './tests/browser/support/program.setup.ts',
  fullyParallel: true,
  // Vitest runs beside it: with two workers both took longer on two cores, and a quarter more CPU time.
  workers: 1,
  // The tag of `LONG` in tests/browser/support/fixtures.ts.
  grep: isRestRun ? /@long/ : /./,
  grepInvert: isLongRun || isRestRun ? [] : /@long/,
  forbidOnly: true,
  // A test that fails at first is listed as flaky at the end of `npm test`, with its error.
  retries: process.env.CI ? 2 : 1,
  reporter: 'dot',
  timeout: scaleTimeout(30_000),
  expect: { timeout: scaleTimeout(5_000) },
  use: {
    baseURL: process.env.SITE_ORIGIN,
    launchOptions: await chromiumLaunchOptions(),
    screenshot: 'only-on-failure',
    // Requests that a worker makes reach no routes of tests. Those of the worker allow it.
    serviceWorkers: 'block',
  },
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 720 } } }],
});
