/**
 * `npm run test:mutations -- FOLDER…`: changes the code of a folder in a small way, one change at a time, and runs the tests of the folder:
 * prints each change that none of them notices, and the share of those that they do. `FOLDER:FILES:TESTS` limits both by names without
 * `.ts` and `.test.ts`: `server/payments:terms,taxes/tax:terms,taxes/rounding`. See docs/testing.md.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
// No package of this checkout: its 177 packages would be part of every installation.
const TOOL = join(ROOT, 'node_modules/.cache/mutations');
const VERSION = '10.1.1';
const PACKAGES = [`@stryker-mutator/core@${VERSION}`, `@stryker-mutator/vitest-runner@${VERSION}`];

interface Mutant {
  status: string;
  mutatorName: string;
  replacement?: string;
  location: { start: { line: number } };
}
type Report = Record<string, { mutants: Mutant[] }>;

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('Name the folders: npm run test:mutations -- server/accounts/second-factor');
install();
for (const folder of folders) mutate(folder);

function install() {
  if (existsSync(join(TOOL, 'node_modules'))) return;
  mkdirSync(TOOL, { recursive: true });
  writeFileSync(join(TOOL, 'package.json'), '{ "private": true }');
  // It runs the Vitest of this checkout.
  execFileSync('npm', ['install', '--legacy-peer-deps', '--no-audit', '--no-fund', ...PACKAGES], { cwd: TOOL });
}

function mutate(argument: string) {
  const [folder = '', names = '**/*', tests = '**/*'] = argument.split(':');
  const toPaths = (list: string, extension: string) => list.split(',').map((name) => `${folder}/${name}.${extension}`);
  const vitestConfig = join(TOOL, 'vitest.config.ts');
  writeFileSync(vitestConfig, toVitestConfig(folder, toPaths(tests, 'test.{ts,tsx}')));
  const report = join(TOOL, 'report.json');
  const config = {
    mutate: [...toPaths(names, '{ts,tsx}'), '!**/*.test.*', '!**/emails.ts', '!**/*.command.ts', '!**/*.child.ts'],
    // Vite reads the arguments of messages, which have to be literals. What runs once for all tests would need all of them for each change.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignoreStatic: true,
    testRunner: 'vitest',
    plugins: [join(TOOL, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    vitest: { configFile: vitestConfig, related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    dryRunTimeoutMinutes: 30,
    timeoutMS: 20_000,
    ignorePatterns: ['dist', 'var', 'test-results', 'docs'],
    // Vitest finds no tests below node_modules.
    tempDirName: join(tmpdir(), 'socal-local-mutations'),
    // The TypeScript of this checkout has no API, by which imports of other settings would be looked up.
    tsconfigFile: 'none.json',
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
  const file = join(TOOL, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const started = Date.now();
  const { status } = spawnSync(
    process.execPath,
    [join(TOOL, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', file],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, TEST_TIMEOUT_FACTOR: '10' } },
  );
  if (status !== 0) process.exitCode = 1;
  else print(argument, JSON.parse(readFileSync(report, 'utf8')).files, Math.round((Date.now() - started) / 60_000));
}

/** The settings of all tests, with these of one of the two projects. */
function toVitestConfig(folder: string, include: string[]): string {
  return `
import config from ${JSON.stringify(join(ROOT, 'vitest.config.ts'))};
const projects = config.test.projects
  .filter(({ test }) => test.name === ${JSON.stringify(/^(?:contract|web)\b/.test(folder) ? 'units' : 'server')})
  .map((project) => ({ ...project, test: { ...project.test, include: ${JSON.stringify(include)} } }));
export default { ...config, test: { ...config.test, projects } };
`;
}

function print(folder: string, files: Report, minutes: number) {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })));
  const having = (...statuses: string[]) => all.filter(({ status }) => statuses.includes(status));
  for (const { file, status, mutatorName, replacement, location } of having('Survived', 'NoCoverage'))
    console.log(`${status} ${file}:${location.start.line} ${mutatorName}: ${replacement?.replaceAll(/\s+/g, ' ')}`);
  const noticed = having('Killed', 'Timeout').length;
  const valid = noticed + having('Survived', 'NoCoverage').length;
  console.log(
    `${folder}: ${noticed} of ${valid} changes noticed, ${((100 * noticed) / valid).toFixed(1)} %, ${minutes} min`,
  );
}
