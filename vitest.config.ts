import { defineConfig } from 'vitest/config';
import { countyMap } from './web/build/county-map.plugin.ts';
import { texts } from './web/build/texts.plugin.ts';

export default defineConfig({
  plugins: [countyMap(), texts()],
  test: {
    include: ['{contract,server}/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: 'tests/support/database.setup.ts',
    // Only a test that hangs takes this long: the tests of faults start whole programs.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
