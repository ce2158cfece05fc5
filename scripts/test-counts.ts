import { stripVTControlCharacters } from 'node:util';

/** A test that failed, and the first lines of its error without colors. */
export interface FailedTest {
  name: string;
  error: string;
}

/** The results of a suite. `notRun` names the tests that were skipped or not reached. */
export interface TestCounts {
  passed: number;
  failed: FailedTest[];
  /** The tests that failed and passed when they ran again. `passed` includes them. */
  flaky: FailedTest[];
  notRun: string[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Counts the tests in the report of Vitest's json reporter. A file that failed outside its tests is one failure. */
export function countVitest(report: unknown): TestCounts {
  const { numPassedTests, testResults } = report as VitestReport;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failedFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({ name: fullName, error: shorten(failureMessages?.[0]) })),
      ...failedFiles.map(({ name, message }) => ({ name, error: shorten(message) })),
    ],
    flaky: [],
    notRun: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
  };
}

interface PlaywrightError {
  message?: string;
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  results?: { error?: PlaywrightError }[];
}

interface NamedPlaywrightTest extends PlaywrightTest {
  name: string;
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number };
  errors: PlaywrightError[];
  suites: PlaywrightSuite[];
}

/** Counts the tests in the report of Playwright's json reporter. An error outside any test is a failure. */
export function countPlaywright(report: unknown): TestCounts {
  const { stats, errors, suites } = report as PlaywrightReport;
  const tests = suites.flatMap(listTests);
  return {
    passed: stats.expected + stats.flaky,
    failed: [
      ...tests.filter(({ status }) => status === 'unexpected').map(describeFailure),
      ...errors.map(({ message }) => ({ name: 'outside any test', error: shorten(message) })),
    ],
    flaky: tests.filter(({ status }) => status === 'flaky').map(describeFailure),
    notRun: tests.filter(({ status }) => status === 'skipped').map(({ name }) => name),
  };
}

function describeFailure({ name, results }: NamedPlaywrightTest): FailedTest {
  return { name, error: shorten(results?.find(({ error }) => error)?.error?.message) };
}

function listTests({ title, suites = [], specs }: PlaywrightSuite): NamedPlaywrightTest[] {
  const own = specs.flatMap((spec) =>
    spec.tests.map((test) => ({ ...test, name: `${title} › ${spec.title} (${test.projectName})` })),
  );
  return [...own, ...suites.flatMap(listTests)];
}

function shorten(error = ''): string {
  return stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 12)
    .join('\n')
    .slice(0, 1500);
}
