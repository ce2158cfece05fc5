/**
 * `npm test`: every check of the project, one after the other to the end, and a table of what ran. With names
 * (`npm test -- types browser`) only those. Exits 1 when anything failed or did not run.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { countPlaywright, countVitest, type TestCounts } from './test-counts.ts';

interface Check {
  name: string;
  about: string;
  command: string[];
  /** Where the command leaves its report as JSON, and how the tests in it are counted. */
  report?: { file: string; count(report: unknown): TestCounts };
}

interface CheckResult {
  check: Check;
  passed: boolean;
  seconds: number;
  tests?: TestCounts;
}

const ROOT = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'socal-test-reports-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

/** Two at a time; what they say is shown when they fail. */
const quickChecks: Check[] = [
  { name: 'types', about: 'TypeScript', command: ['tsc', '-p', '.', '--noEmit'] },
  { name: 'lint', about: 'Biome: rules, formatting, imports', command: ['biome', 'ci', '.'] },
  { name: 'unused', about: 'knip: files, exports, packages', command: ['knip'] },
  { name: 'schema', about: 'database types equal the migrations', command: ['node', 'scripts/schema.ts', '--check'] },
];

/** One at a time, seen as they run. */
const slowChecks: Check[] = [
  {
    name: 'tests',
    about: 'Vitest: units, API on PostgreSQL, faults, layers, sizes',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`],
    report: { file: vitestReport, count: countVitest },
  },
  {
    name: 'browser',
    about: 'Playwright: pages in Chromium',
    command: ['playwright', 'test', '--reporter=dot,json'],
    report: { file: playwrightReport, count: countPlaywright },
  },
];

const running = new Set<ChildProcess>();
process.on('SIGTERM', () => {
  for (const child of running) child.kill('SIGTERM');
  process.exitCode = 143;
});

const requestedNames = process.argv.slice(2);
const unknownNames = requestedNames.filter(
  (name) => ![...quickChecks, ...slowChecks].some((check) => check.name === name),
);
if (unknownNames.length > 0) {
  console.error(
    `No such check: ${unknownNames.join(', ')}. There are: ${[...quickChecks, ...slowChecks].map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}
const isRequested = ({ name }: Check) => requestedNames.length === 0 || requestedNames.includes(name);

const results = await runTwoAtATime(quickChecks.filter(isRequested), (check) => run(check, 'when it fails'));
for (const check of slowChecks.filter(isRequested)) results.push(await run(check, 'live'));
rmSync(reports, { recursive: true, force: true });
printTable(results);
if (results.some(({ passed }) => !passed)) process.exitCode ||= 1;

async function runTwoAtATime(checks: Check[], task: (check: Check) => Promise<CheckResult>): Promise<CheckResult[]> {
  const outcomes: CheckResult[] = [];
  const waiting = checks.entries();
  // Both take from the same iterator.
  const work = async () => {
    for (const [index, check] of waiting) outcomes[index] = await task(check);
  };
  await Promise.all([work(), work()]);
  return outcomes;
}

async function run(check: Check, output: 'live' | 'when it fails'): Promise<CheckResult> {
  const start = performance.now();
  if (output === 'live') console.log(`\n▶ ${check.name}: ${check.about}`);
  const { code, said } = await execute(check.command, output);
  const seconds = (performance.now() - start) / 1000;
  const tests = check.report && readReport(check.report);
  // A suite in which nothing ran has proved nothing, whatever its exit code.
  const passed = code === 0 && (!check.report || (tests !== undefined && tests.passed > 0 && tests.failed === 0));
  if (output !== 'live') console.log(`${passed ? '✔' : '✖'} ${check.name}: ${check.about}`);
  if (!passed && said) console.log(indent(said));
  return { check, passed, seconds, tests };
}

function execute([command = '', ...args]: string[], output: 'live' | 'when it fails') {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    },
    stdio: output === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text));
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const end = (code: number | null) => {
      running.delete(child);
      resolve({ code, said: printed });
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
  const left = [...quickChecks, ...slowChecks].filter((check) => !outcomes.some((outcome) => outcome.check === check));
  if (left.length > 0) console.log(`  not asked for: ${left.map(({ name }) => name).join(', ')}`);
  const failed = outcomes.filter(({ passed }) => !passed).map(({ check }) => check.name);
  console.log(failed.length === 0 ? '\nAll of it passed.\n' : `\nFailed: ${failed.join(', ')}.\n`);
}

function describeResult(check: Check, tests: TestCounts | undefined): string {
  if (!check.report) return check.about;
  if (!tests) return `${check.about}: could not run, see above`;
  const failed = tests.failed > 0 ? `, ${tests.failed} failed` : '';
  const notRun = tests.notRun.length > 0 ? `, ${tests.notRun.length} did not run` : '';
  return `${tests.passed} tests passed${failed}${notRun} (${check.about})`;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, '    ');
}
