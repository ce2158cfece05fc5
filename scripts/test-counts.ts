/** The results of a suite. `notRun` names the tests that were skipped or not reached. */
export interface TestCounts {
  passed: number;
  failed: number;
  notRun: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** Counts the tests in the report of Vitest's json reporter. A file that could not be loaded is one failure. */
export function countVitest(report: unknown): TestCounts {
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    notRun: testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => fullName),
    ),
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

/** Counts the tests in the report of Playwright's json reporter. A flaky test is a failure, as is an error outside any test. */
export function countPlaywright(report: unknown): TestCounts {
  const { stats, errors, suites } = report as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    notRun: suites.flatMap(getSkippedTests),
  };
}

function getSkippedTests({ title, suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'skipped')
      .map(({ projectName }) => `${title} › ${spec.title} (${projectName})`),
  );
  return [...own, ...suites.flatMap(getSkippedTests)];
}
