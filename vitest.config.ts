import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { isFaultRun, isLongRun } from './tests/support/long-run.ts';
import { scaleTimeout, timeoutFactor } from './tests/support/timeouts.ts';
import { countyMap } from './web/build/county-map.plugin.ts';
import { messages } from './web/build/messages.plugin.ts';

// A failing order is replayed with the seed that the run prints: `TEST_SEED=123 npm test`.
const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 1e6));

export default defineConfig({
  plugins: [countyMap()],
  test: {
    // Only a test that hangs takes this long: the tests of faults start whole programs.
    testTimeout: scaleTimeout(isLongRun ? 600_000 : 60_000),
    hookTimeout: scaleTimeout(60_000),
    // Slower tests are printed one by one.
    slowTestThreshold: scaleTimeout(10_000),
    // A machine that runs all tests at once may take longer than the pool waits for a connection.
    retry: { count: 2, condition: /Connection terminated due to connection timeout/ },
    expect: { poll: { timeout: scaleTimeout(10_000) } },
    // Workers wait as long as this process has reckoned, and make their random choices from the same seed.
    env: { TEST_TIMEOUT_FACTOR: String(timeoutFactor), TEST_SEED: String(seed) },
    // One more than cores, because tests of whole programs and of time limits wait. Another one costs more than it saves: each loads all modules.
    maxWorkers: availableParallelism() + 1,
    sequence: { shuffle: { files: true, tests: true }, seed },
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        plugins: [messages()],
        test: {
          name: 'units',
          include: ['contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          isolate: false,
          // A worker ends when the next file is of another project, so the projects run one after the other.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,tests}/**/*.test.ts'],
          // Hours, and mounts of file systems.
          exclude: isFaultRun ? [] : ['tests/faults/outages/**'],
          globalSetup: 'tests/support/database.setup.ts',
          // Files share the modules of a worker, which would otherwise be loaded 120 times, and nothing else:
          // each has a database of its own.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
