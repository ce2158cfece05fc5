import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ImportError } from '#server/source-files/rows.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { importFile } from './import.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const makeFile = (length: number) =>
  toCsv(Array.from({ length }, (_, index) => ({ name: `Business ${index} Ltd`, address: `${index} Main St` })));
const validFile = makeFile(20);
// More than a batch, so that something was written before the fault is met.
const longFile = makeFile(510);

const bad: [string, () => string, RegExp][] = [
  ['a file that is not there', () => '/no/such.csv', /^There is no file \/no\/such\.csv\.$/],
  ['a folder', () => mkdtempSync(join(tmpdir(), 'import-')), /is not a file\.$/],
  ['an empty file', () => writeImportFile(''), /is empty\.$/],
  ['a file of blank lines', () => writeImportFile('\n\n\r\n'), /is empty\.$/],
  [
    'another table',
    () => writeImportFile('zip,city\n92614,Irvine\n'),
    /: no column is known to hold the name, the category, the source\.\nIts columns: zip, city\n/,
  ],
  [
    'a column that comes twice',
    () => writeImportFile(validFile.replace('id,name', 'id,name,name')),
    /has several columns name\. Choose one by its position: name \(column 2\), name \(column 3\)$/,
  ],
  [
    'a picture',
    () => writeImportFile(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    /is not text: it holds NUL bytes\.$/,
  ],
  [
    'a spreadsheet',
    () => writeImportFile('PK\x03\x04xyz'),
    /is a spreadsheet or a ZIP archive\. Open a spreadsheet and save it as “CSV UTF-8”/,
  ],
  [
    'an Excel workbook named .csv',
    () => writeImportFile('PK\x03\x04\x14\0\x06\0[Content_Types].xml'),
    /is an Excel workbook \(XLSX\)\. Open it in Excel, choose File, Save As, then “CSV UTF-8”\./,
  ],
  ['an old one', () => writeImportFile(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /is an old Excel workbook \(XLS\)/],
  ['a PDF named .csv', () => writeImportFile('%PDF-1.7\n%âãÏÓ\n'), /is a PDF\. It has pages, not rows/],
  ['a page with an error', () => writeImportFile('<!DOCTYPE html>\n<html>'), /is a web page \(HTML\)/],
  ['a map of KML', () => writeImportFile('\ufeff<?xml version="1.0"?><kml>'), /is XML, such as KML/],
  ['a compressed file', () => writeImportFile(Buffer.from('1f8b0800', 'hex')), /is compressed\. Unpack it/],
  [
    'half a character of UTF-16 at the end',
    () => writeImportFile(Buffer.concat([Buffer.from(`\ufeff${longFile}`, 'utf16le'), Buffer.from('x')])),
    /ends in the middle of a character: it was cut off\.$/,
  ],
  ['NUL bytes', () => writeImportFile(`${validFile}a\0b`), /is not text: it holds NUL bytes\.$/],
  [
    'half a character at the end',
    () => writeImportFile(Buffer.concat([Buffer.from(longFile), Buffer.from([0xe2, 0x82])])),
    /ends in the middle of a character: it was cut off\.$/,
  ],
  [
    'a line without end',
    () => writeImportFile(`${validFile}${'x'.repeat(30_000_000)}`),
    /line 22: a record of more than 100000 characters/,
  ],
  [
    'a header without end',
    () => writeImportFile('x'.repeat(30_000_000)),
    /line 1: a record of more than 100000 characters/,
  ],
];

it.each(bad)('%s is refused, and nothing is imported', async (_, path, message) => {
  const failure = await importFile(database.db, path()).catch((error) => error);
  expect(failure).toBeInstanceOf(ImportError);
  expect(failure.message).toMatch(message);
  expect(failure.message.split('\n').length).toBeLessThanOrEqual(3);
  expect(await database.db.selectFrom('listings').select('id').execute()).toEqual([]);
  expect(await database.db.selectFrom('imports').select('id').execute()).toEqual([]);
});

it('an endless line is refused after its first bytes', async () => {
  const path = writeImportFile('x'.repeat(30_000_000));
  let read = 0;
  await importFile(database.db, path, { progress: (bytes) => (read = bytes) }).catch(() => {});
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(5_000_000);
});

it('a byte order mark, blank lines, other line breaks and a header without rows are accepted', async () => {
  const rows = toCsv([{}]).replaceAll('\n', '\r\n\r\n');
  expect(await importFile(database.db, writeImportFile(`\ufeff${rows}`), { dryRun: true })).toMatchObject({
    read: 1,
    added: 1,
  });
  expect(await importFile(database.db, writeImportFile(toCsv([])), { dryRun: true })).toMatchObject({ read: 0 });
});
