import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-counts.ts';

describe('Counting the tests of a Vitest report', () => {
  it('counts a file that failed outside its tests as a failure, and names what failed or was skipped', () => {
    const report = {
      numPassedTests: 2,
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'A works', status: 'passed' },
            { fullName: 'A fails', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\n  at a.ts'] },
            { fullName: 'A as root', status: 'skipped' },
          ],
        },
        { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({
      passed: 2,
      failed: [
        { name: 'A fails', error: 'expected 1\n  at a.ts' },
        { name: 'b.test.ts', error: 'Cannot find module' },
      ],
      flaky: [],
      notRun: ['A as root'],
    });
  });
});

describe('Counting the tests of a Playwright report', () => {
  it('counts errors outside tests as failures, and names what was flaky or skipped', () => {
    const skipped = { title: 'opens', tests: [{ projectName: 'phone', status: 'skipped' }] };
    const passed = { title: 'shows', tests: [{ projectName: 'phone', status: 'expected' }] };
    const failed = {
      title: 'ends',
      tests: [{ projectName: 'phone', status: 'unexpected', results: [{ error: { message: 'Timeout' } }] }],
    };
    const flaky = {
      title: 'waits',
      tests: [{ projectName: 'phone', status: 'flaky', results: [{ error: { message: 'Moved' } }, {}] }],
    };
    const report = {
      stats: { expected: 3, flaky: 1 },
      errors: [{ message: 'The program did not stop within 10 s' }],
      suites: [
        { title: 'home.spec.ts', specs: [passed, failed], suites: [{ title: 'the menu', specs: [skipped, flaky] }] },
      ],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 4,
      failed: [
        { name: 'home.spec.ts › ends (phone)', error: 'Timeout' },
        { name: 'outside any test', error: 'The program did not stop within 10 s' },
      ],
      flaky: [{ name: 'the menu › waits (phone)', error: 'Moved' }],
      notRun: ['the menu › opens (phone)'],
    });
  });
});
