import { countPlaywright, countVitest, type TestCounts } from './test-counts.ts';

/** A check of the project, run by a command. */
export interface Check {
  name: string;
  about: string;
  command: string[];
  env?: Record<string, string>;
  /** Whether a selection without tests is allowed. */
  mayBeEmpty?: boolean;
  /** The path of the command's JSON report, and the function that counts its tests. */
  report?: { file: string; count(report: unknown): TestCounts };
}

/** The quick checks, whose output is shown only when they fail. */
export const QUICK_CHECKS: Check[] = [
  {
    name: 'types',
    about: 'TypeScript',
    // Each of the default four checkers checks the types of zod and Kysely again. Without garbage collection one checker
    // takes 1.2 GB, which is less than those four.
    command: ['tsc', '-p', '.', '--noEmit', '--singleThreaded'],
    env: { GOGC: 'off' },
  },
  { name: 'lint', about: 'Biome: rules, formatting, imports', command: ['biome', 'ci', '.'] },
  { name: 'unused', about: 'knip: files, exports, packages', command: ['knip'] },
];

/** The test suites, with arguments that select their files. */
export function createSuites(reportFolder: string) {
  const vitestReport = `${reportFolder}/vitest.json`;
  const playwrightReport = `${reportFolder}/playwright.json`;
  return {
    vitest: (...args: string[]): Check => ({
      name: 'tests',
      about: 'Vitest: units, API on PostgreSQL, faults, layers, sizes',
      command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`, ...args],
      report: { file: vitestReport, count: countVitest },
    }),
    playwright: (...args: string[]): Check => ({
      name: 'browser',
      about: 'Playwright: pages in Chromium',
      command: ['playwright', 'test', '--reporter=dot,json', ...args],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
      report: { file: playwrightReport, count: countPlaywright },
    }),
  };
}
