import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Check, createSuites, QUICK_CHECKS } from './checks.ts';

/** What a run of `npm test` does: the quick checks beside the suites, which run one after the other. */
export interface Selection {
  quick: Check[];
  suites: Check[];
}

/**
 * What the arguments of `npm test` choose: everything without any, checks by name (`types`), test files or folders, what
 * was `changed` since `main` branched off, or `long`: all of Vitest with its long repetitions.
 * @throws an error that says what there is, where an argument is none of these
 */
export function selectChecks(args: string[], reportFolder: string): Selection {
  const { vitest, playwright } = createSuites(reportFolder);
  if (args.length === 0) return { quick: QUICK_CHECKS, suites: [vitest(), playwright()] };
  if (args.join() === 'long') return { quick: [], suites: [{ ...vitest(), env: { LONG_TESTS: '1' } }] };
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
      `No such check or file: ${unknown.join(', ')}. Checks: ${names.join(', ')}, changed, long; or a test file or folder.`,
    );
  }
  const isBrowserTest = (path: string) => /^(\.\/)?tests\/browser(\/|$)/.test(path);
  const [browserPaths, otherPaths] = [paths.filter(isBrowserTest), paths.filter((path) => !isBrowserTest(path))];
  if (otherPaths.length > 0) suites.push(vitest(...otherPaths));
  if (browserPaths.length > 0) suites.push(playwright(...browserPaths));
  return { quick, suites };
}

/** Where this branch left `main`; on `main` itself its newest commit, so that only what is not committed counts. */
function findBase(): string {
  try {
    return execFileSync('git', ['merge-base', 'main', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'HEAD';
  }
}
