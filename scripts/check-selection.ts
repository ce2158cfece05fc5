import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Check, createSuites, QUICK_CHECKS } from './checks.ts';

/** The parts of a run of `npm test`: the quick checks, one after the other, and the suites, in parallel unless they say otherwise. */
export interface Selection {
  quick: Check[];
  suites: Check[];
  inOrder?: boolean;
}

/**
 * Selects checks by the arguments of `npm test`: all without arguments, else checks by name (`types`), test files or folders,
 * the tests of what has `changed` since the branch left `main`, `long`: both suites with many repetitions, `faults`: kills and outages, or
 * `ci`: the browser tests that `npm test` leaves out, and few kills and outages.
 * @throws an error with the possible values when an argument is none of these
 */
export function selectChecks(args: string[], reportFolder: string): Selection {
  const { vitest, playwright } = createSuites(reportFolder);
  if (args.length === 0) return { quick: QUICK_CHECKS, suites: [vitest(), playwright()] };
  if (args.join() === 'long') {
    const suites = [vitest(), playwright()].map((suite) => ({ ...suite, env: { ...suite.env, LONG_TESTS: '1' } }));
    return { quick: [], suites };
  }
  if (args.join() === 'faults') {
    const suite = vitest('tests/faults');
    return { quick: [], suites: [{ ...suite, env: { LONG_TESTS: '1', FAULT_TESTS: '1' } }] };
  }
  if (args.join() === 'ci') {
    const browser = { ...playwright(), env: { ...playwright().env, REST_TESTS: '1' } };
    const outages = { ...vitest('tests/faults/outages'), env: { FAULT_TESTS: '1', KILLS: '10' } };
    return { quick: [], suites: [browser, outages], inOrder: true };
  }
  if (args.join() === 'changed') {
    const base = findBase();
    return {
      quick: QUICK_CHECKS,
      suites: [
        { ...vitest('--passWithNoTests', `--changed=${base}`), mayBeEmpty: true },
        { ...playwright('--pass-with-no-tests', `--only-changed=${base}`), mayBeEmpty: true },
      ],
    };
  }

  const suitesByName = { tests: vitest(), browser: playwright() };
  const quick = QUICK_CHECKS.filter(({ name }) => args.includes(name));
  const suites = Object.values(suitesByName).filter(({ name }) => args.includes(name));
  const names = [...QUICK_CHECKS, ...Object.values(suitesByName)].map(({ name }) => name);
  const paths = args.filter((arg) => !names.includes(arg));
  const unknown = paths.filter((path) => !existsSync(path));
  if (unknown.length > 0) {
    throw new Error(
      `No such check or file: ${unknown.join(', ')}. Checks: ${names.join(', ')}, changed, long, faults, ci; or a test file or folder.`,
    );
  }
  const isBrowserTest = (path: string) => /^(\.\/)?tests\/browser(\/|$)/.test(path);
  const [browserPaths, otherPaths] = [paths.filter(isBrowserTest), paths.filter((path) => !isBrowserTest(path))];
  if (otherPaths.length > 0) suites.push(vitest(...otherPaths));
  if (browserPaths.length > 0) suites.push(playwright(...browserPaths));
  return { quick, suites };
}

/** The commit where this branch left `main`; on `main` itself its newest commit, so that only uncommitted changes count. */
function findBase(): string {
  try {
    return execFileSync('git', ['merge-base', 'main', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'HEAD';
  }
}
