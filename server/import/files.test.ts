import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { csv, hearRenewals, writeFile } from '../../tests/support/import-file.ts';
import { importFile } from './import.ts';
import { CannotImport } from './rows.ts';

let database: TestDatabase;
let renewals: Awaited<ReturnType<typeof hearRenewals>>;
beforeAll(async () => {
  database = await createTestDatabase();
  renewals = await hearRenewals(database);
});
afterAll(async () => {
  await renewals.close();
  await database.drop();
});

// More than a batch, so that something was written before the fault is met.
const sound = csv(
  Array.from({ length: 1100 }, (_, index) => ({ name: `Business ${index} Ltd`, address: `${index} Main St` })),
);

const bad: [string, () => string, RegExp][] = [
  ['a file that is not there', () => '/no/such.csv', /^There is no file \/no\/such\.csv\.$/],
  ['a folder', () => mkdtempSync(join(tmpdir(), 'import-')), /is not a file\.$/],
  ['an empty file', () => writeFile(''), /is empty\.$/],
  ['a file of blank lines', () => writeFile('\n\n\r\n'), /is empty\.$/],
  [
    'another table',
    () => writeFile('zip,city\n92614,Irvine\n'),
    /lacks the columns id, name, .*: see data\/README\.md\.$/,
  ],
  [
    'a column that comes twice',
    () => writeFile(sound.replace('id,name', 'id,name,name')),
    /has the column name twice\.$/,
  ],
  ['semicolons', () => writeFile(sound.replaceAll(',', ';')), /lacks the columns/],
  ['a picture', () => writeFile(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), /is not text in UTF-8\.$/],
  ['UTF-16', () => writeFile(Buffer.from(`\ufeff${sound}`, 'utf16le')), /is not text in UTF-8\.$/],
  [
    'a letter in Latin-1',
    () => writeFile(Buffer.concat([Buffer.from(sound), Buffer.from('e,Caf\xe9,', 'latin1')])),
    /is not text in UTF-8\.$/,
  ],
  ['NUL bytes', () => writeFile(`${sound}a\0b`), /is not text: it holds NUL bytes\.$/],
  [
    'half a character at the end',
    () => writeFile(Buffer.concat([Buffer.from(sound), Buffer.from([0xe2, 0x82])])),
    /is not text in UTF-8\.$/,
  ],
  ['a quotation mark inside a field', () => writeFile(`${sound}x,Joe"s,`), /line 1102: broken quoting/],
  ['text after a closing quotation mark', () => writeFile(`${sound}x,"Joe"s,`), /line 1102: broken quoting/],
  [
    'a quotation mark never closed',
    () => writeFile(`${sound}x,"Joe,`),
    /a quotation mark is opened and never closed\.$/,
  ],
  [
    'a quotation mark never closed in a long file',
    () => writeFile(`x,"${sound}`.repeat(2)),
    /broken quoting|never closed/,
  ],
  [
    'a line without end',
    () => writeFile(`${sound}${'x'.repeat(30_000_000)}`),
    /line 1102: a record of more than 100000 bytes/,
  ],
  ['a header without end', () => writeFile('x'.repeat(30_000_000)), /line 1: a record of more than 100000 bytes/],
];

it.each(bad)('%s is refused in one line, and nothing is imported', async (_, path, message) => {
  const failure = await importFile(database.db, path()).catch((error) => error);
  expect(failure).toBeInstanceOf(CannotImport);
  expect(failure.message).toMatch(message);
  expect(failure.message).not.toContain('\n');
  expect(await database.db.selectFrom('listings').select('id').execute()).toEqual([]);
  expect(await renewals.heard()).toEqual([]);
});

it('reads no further than it must: a line without end is refused at its beginning', async () => {
  const path = writeFile('x'.repeat(30_000_000));
  let read = 0;
  await importFile(database.db, path, { progress: (bytes) => (read = bytes) }).catch(() => {});
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(5_000_000);
});

it('a byte order mark, blank lines, other line ends and a header with no rows are fine', async () => {
  const rows = csv([{}]).replaceAll('\n', '\r\n\r\n');
  expect(await importFile(database.db, writeFile(`\ufeff${rows}`), { dryRun: true })).toMatchObject({
    read: 1,
    added: 1,
  });
  expect(await importFile(database.db, writeFile(csv([])), { dryRun: true })).toMatchObject({ read: 0 });
});
