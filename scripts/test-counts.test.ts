import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.ts';

describe('Counting the tests of a Vitest report', () => {
  it('counts a file that could not be loaded as a failure, and names what was skipped', () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'A works', status: 'passed' },
            { fullName: 'A fails', status: 'failed' },
            { fullName: 'A as root', status: 'skipped' },
          ],
        },
        { name: 'b.test.ts', status: 'failed', assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 2, failed: 2, notRun: ['A as root'] });
  });
});

describe('Counting the tests of a Playwright report', () => {
  it('counts flaky tests and errors outside tests as failures, and names what was skipped', () => {
    const skipped = { title: 'opens', tests: [{ projectName: 'phone', status: 'skipped' }] };
    const passed = { title: 'shows', tests: [{ projectName: 'phone', status: 'expected' }] };
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 1 },
      errors: [{ message: 'The program did not stop within 10 s' }],
      suites: [{ title: 'home.spec.ts', specs: [passed], suites: [{ title: 'the menu', specs: [skipped] }] }],
    };
    expect(countPlaywright(report)).toEqual({ passed: 3, failed: 3, notRun: ['the menu › opens (phone)'] });
  });
});
