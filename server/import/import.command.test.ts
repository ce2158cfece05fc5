import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { formatImport, formatUndo } from '#server/import/runs/list.ts';
import { ImportError } from '#server/source-files/rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { createSampleDirectory } from '#tests/support/sample-directory.ts';
import { parseArguments } from './arguments.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.db.deleteFrom('listings').execute());
afterAll(() => database.drop());

/** Runs a command in an empty folder, without a terminal. */
async function run(script: string, ...args: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'command-'));
  const { DATABASE_URL } = database.env;
  return { cwd, ...(await runCommand(script, { args, cwd, env: { DATABASE_URL } })) };
}

const count = async () => (await database.db.selectFrom('listings').select('id').execute()).length;

it('A dry run prints the summary, writes the report, and changes nothing', async () => {
  const file = writeImportFile(
    toCsv([{}, { id: '=cmd()', name: 'CLOSED "PLACE"', category_raw: 'closed' }, { zip: '92614-1234' }]),
  );
  const { code, stdout, cwd } = await run('server/import/import.command.ts', file, '--dry-run', '--date=unknown');
  expect(code).toBe(0);
  expect(stdout).toMatch(/dry run: nothing was changed/);
  expect(stdout).toMatch(/read +3\n +added +1\n/);
  expect(stdout).toMatch(/merged +1 .*\n(.*\n)*.*skipped +1 +\(closed 1\)/);
  expect(await count()).toBe(0);

  const [report = ''] = readdirSync(cwd);
  expect(stdout).toContain(join(cwd, report));
  expect(report).toMatch(/\.csv\.report\.csv$/);
  expect(readFileSync(join(cwd, report), 'utf8').split('\n')).toEqual([
    'line,id,name,action,reason,match_id,match_name,match_address,listing',
    '"3","\'=cmd()","CLOSED ""PLACE""","skipped","closed","","","",""',
    '"4","ex:3","Golden Hour Plumbing","merged","the same business: same name, same address, same phone, same website, same spot on the map","ex:1","Golden Hour Plumbing","100 Main St, Irvine, 92614",""',
    '',
  ]);
});

it('An import prints its summary, and how it is undone', async () => {
  const { code, stdout } = await run('server/import/import.command.ts', writeImportFile(toCsv([{}])), '--date=2026-08');
  expect([code, await count()]).toEqual([0, 1]);
  expect(stdout).toMatch(/added +1\n/);
  expect(stdout).toMatch(/CSV, UTF-8, commas\n/);
  const [, undo = '', id] = stdout.match(/This was import \d+. To undo it: npm run import -- (--undo) (\d+)\n$/) ?? [];
  expect(await run('server/import/import.command.ts', undo, id ?? '')).toMatchObject({
    code: 0,
    stdout: `Import ${id} is undone: 1 listings removed, 0 restored.\n`,
  });
  expect(await count()).toBe(0);
});

it('Imports are listed, newest first', () => {
  const run = { file: 'a.csv', position: 500, started_at: new Date('2026-08-02T03:04:05Z'), summary: { added: 7 } };
  expect(formatImport({ id: 1, state: 'running', ...run })).toBe(
    '   1  2026-08-02 03:04  a.csv: not finished, 500 rows: the same command continues it',
  );
  expect(formatImport({ id: 23, state: 'finished', ...run })).toMatch(/^ {2}23 .* a\.csv: 7 added, 0 updated$/);
  const undo = { removed: 5, restored: 1, kept: 2 };
  expect(formatImport({ id: 24, state: 'undone', ...run, summary: { undo } })).toMatch(
    /undone: 5 removed, 1 restored, 2 kept$/,
  );
  expect(formatUndo(24, undo)).toMatch(
    /, 2 kept because another import has them, or they were claimed, saved or edited since\.$/,
  );
});

it.each([
  ['no file', []],
  ['two files', ['a.csv', 'b.csv']],
  ['an unknown option', ['a.csv', '--force']],
  ['a file to undo', ['a.csv', '--undo', '3']],
])('%s is refused with the usage', (_what, args) => {
  expect(() => parseArguments(args)).toThrow(/^Usage: npm run import -- FILE \[--dry-run\]/);
});

it('Options are read', () => {
  expect(parseArguments(['--list'])).toEqual({ list: true });
  expect(parseArguments(['--undo', '12'])).toEqual({ undo: 12 });
  expect(parseArguments(['a.csv', '--refresh'])).toEqual({
    file: 'a.csv',
    dryRun: false,
    refresh: true,
    isDateStated: false,
  });
  const args = [
    'a.csv',
    '--map',
    'name=Business,zip=Postal',
    '--source',
    'City of X',
    '--date=2026-08',
    '--category=plumbers',
    '--min-confidence=.7',
  ];
  expect(parseArguments(['a.csv', '--date', 'unknown'])).toEqual({ file: 'a.csv', dryRun: false, isDateStated: true });
  expect(parseArguments(args)).toEqual({
    ...{
      file: 'a.csv',
      dryRun: false,
      isDateStated: true,
      source: 'City of X',
      date: '2026-08',
      category: 'plumbers',
      minConfidence: 0.7,
    },
    mapping: { name: 'Business', zip: 'Postal' },
  });
});

it.each([
  ['--date=August', "--date: 'August' is not like 2026-08, nor unknown."],
  ['--min-confidence=2', "--min-confidence: '2' is not a number from 0 to 1."],
  ['--date=2026-13', "--date: '2026-13' is not like 2026-08, nor unknown."],
  ['--undo=last', "--undo: 'last' is no import. --list shows them."],
])('%s is refused', (option, message) => {
  expect(() => parseArguments(option.startsWith('--undo') ? [option] : ['a.csv', option])).toThrow(
    new ImportError(message),
  );
});

it('A file of other columns prints a guess, exits with code 1, and leaves no report', async () => {
  const { code, stderr, cwd } = await run('server/import/import.command.ts', writeImportFile('Business,Postal\n1,2\n'));
  expect(code).toBe(1);
  expect(stderr).toMatch(/--map name=Business,zip=Postal --category SLUG --source NAME --date YYYY-MM --dry-run\n$/);
  expect(readdirSync(cwd)).toEqual([]);
});

it('samples:remove does not ask without a terminal, and prints what it removed', async () => {
  await database.drop();
  database = await createSampleDirectory();
  const { code, stdout } = await run('server/site/seed/samples-remove.command.ts');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Removed \d{4} listings of the open data and 12 made-up samples\./);
  expect(await count()).toBe(0);
});
