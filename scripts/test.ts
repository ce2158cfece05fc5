/**
 * `npm test`: runs every check of the project and prints a table of the results; with arguments only some of them
 * (`check-selection.ts`). The suites and the quick checks run in parallel, because each of them waits now and then. Exits 1
 * when anything failed or did not run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { selectChecks } from './check-selection.ts';
import type { Check } from './checks.ts';
import type { TestCounts } from './test-counts.ts';

interface CheckResult {
  check: Check;
  passed: boolean;
  seconds: number;
  tests?: TestCounts;
}

const ROOT = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'socal-test-reports-'));
const running = new Set<ChildProcess>();
process.on('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
  process.exitCode = 143;
});

const { quick, suites, inOrder } = select();
const results = inOrder
  ? await runInOrder(suites, 'live')
  : (
      await Promise.all([
        runInOrder(quick, 'when it fails'),
        ...suites.map((suite) => run(suite, suites.length > 1 ? 'live, by line' : 'live')),
      ])
    ).flat();
rmSync(reports, { recursive: true, force: true });
printTable(results);
console.log(`Counted: ${formatCounts(results)}\n`);
if (results.some(({ passed }) => !passed)) process.exitCode ||= 1;

function select() {
  try {
    return selectChecks(process.argv.slice(2), reports);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

async function runInOrder(checks: Check[], output: Output): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await run(check, output));
  return results;
}

/** When the output of a check is printed. For suites that run in parallel, each line begins with the name of the suite. */
type Output = 'live' | 'live, by line' | 'when it fails';

async function run(check: Check, output: Output): Promise<CheckResult> {
  const start = performance.now();
  if (output !== 'when it fails') console.log(`\n▶ ${check.name}: ${check.about}`);
  const { code, output: printed } = await execute(check, output);
  const seconds = (performance.now() - start) / 1000;
  const tests = check.report && readReport(check.report);
  // A suite without a single test counts as failed, whatever its exit code.
  const ranTests = tests !== undefined && tests.passed > 0 && tests.failed.length === 0;
  const passed = code === 0 && (!check.report || ranTests || (check.mayBeEmpty === true && !tests?.failed.length));
  if (output === 'when it fails') console.log(`${passed ? '✔' : '✖'} ${check.name}: ${check.about}`);
  if (!passed && printed) console.log(indent(printed));
  return { check, passed, seconds, tests };
}

function execute({ name, command: [command = '', ...args], env }: Check, output: Output) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      // The programs that tests start take half as long with compiled scripts.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      ...env,
    },
    stdio: output === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    if (output === 'live, by line') {
      createInterface(stream).on('line', (line) => line.trim() && console.log(`${name.padEnd(7)} │ ${line}`));
    } else stream.setEncoding('utf8').on('data', (text) => (printed += text));
  }
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const end = (code: number | null) => {
      running.delete(child);
      resolve({ code, output: printed });
    };
    child.once('error', (error) => {
      printed += error.message;
      end(null);
    });
    child.once('close', end);
  });
}

function readReport({ file, count }: NonNullable<Check['report']>): TestCounts | undefined {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function printTable(outcomes: CheckResult[]) {
  console.log('');
  for (const { check, passed, seconds, tests } of outcomes) {
    const result = passed ? '✔ passed' : '✖ FAILED';
    console.log(
      `${result}  ${check.name.padEnd(8)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${describeResult(check, tests)}`,
    );
  }
  for (const { check, tests } of outcomes) {
    for (const name of tests?.notRun ?? []) console.log(`  did not run (${check.name}): ${name}`);
  }
  for (const { check, tests } of outcomes) {
    for (const { name, error } of tests?.flaky ?? []) {
      console.log(`  passed when it ran again (${check.name}): ${name}\n${indent(error)}`);
    }
    for (const { name, error } of tests?.failed ?? []) {
      console.log(`  failed (${check.name}): ${name}\n${indent(error)}`);
    }
  }
  const failed = outcomes.filter(({ passed }) => !passed).map(({ check }) => check.name);
  console.log(failed.length === 0 ? '\nAll of it passed.\n' : `\nFailed: ${failed.join(', ')}.\n`);
}

/** The sums of all checks. A check without tests counts as one, and so does a suite that failed otherwise than by its tests. */
function formatCounts(outcomes: CheckResult[]): string {
  let [passed, failed, skipped] = [0, 0, 0];
  for (const { passed: isPassed, tests } of outcomes) {
    passed += tests ? tests.passed : Number(isPassed);
    failed += Math.max(tests?.failed.length ?? 0, Number(!isPassed));
    skipped += tests?.notRun.length ?? 0;
  }
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function describeResult(check: Check, tests: TestCounts | undefined): string {
  if (!check.report) return check.about;
  if (!tests) return `${check.about}: ${check.mayBeEmpty ? 'nothing to run' : 'could not run, see above'}`;
  const failed = tests.failed.length > 0 ? `, ${tests.failed.length} failed` : '';
  const flaky = tests.flaky.length > 0 ? `, ${tests.flaky.length} when run again` : '';
  const notRun = tests.notRun.length > 0 ? `, ${tests.notRun.length} did not run` : '';
  return `${tests.passed} tests passed${flaky}${failed}${notRun} (${check.about})`;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}
