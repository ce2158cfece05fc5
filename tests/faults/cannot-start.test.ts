import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { needSpace } from '#server/db/embedded/folder.ts';
import { cleanUp, freshFolder, open, signal, start } from './program.ts';

afterEach(cleanUp);

/** Starts the program where it cannot run, and answers what it says. */
async function refused(dataDir: string): Promise<string> {
  const { status, complaint } = await start(dataDir).ended;
  expect(status).toBe(1);
  expect(complaint).not.toContain('    at ');
  return complaint;
}

async function stoppedDatabase(): Promise<string> {
  const dataDir = join(freshFolder(), 'var');
  await signal(await open(dataDir), 'SIGTERM');
  return dataDir;
}

test('DATA_DIR in a folder that does not exist', async () => {
  const folder = freshFolder();
  expect(await refused(join(folder, 'absent/var'))).toContain(`its parent folder ${folder}/absent does not exist`);
  expect(readdirSync(folder)).toEqual([]);
});

test('DATA_DIR where nobody may write', async () => {
  const file = join(freshFolder(), 'file');
  writeFileSync(file, 'kept');
  expect(await refused(join(file, 'var'))).toContain('Set DATA_DIR to a folder that this user may write to');
  expect(await refused(file)).toContain('it is not a folder');
  expect(await refused('/dev/null/var')).toContain('cannot be used');
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

if (process.platform === 'linux') {
  test('DATA_DIR in /proc, where making folders one by one never ends', async () => {
    expect(await refused('/proc/var')).toContain('DATA_DIR (/proc/var) cannot be used');
  });
}

test('data of another major version', async () => {
  const dataDir = await stoppedDatabase();
  const version = join(dataDir, 'pg/data/PG_VERSION');
  writeFileSync(version, '15\n');
  expect(await refused(dataDir)).toMatch(/was written by PostgreSQL 15, and this release brings PostgreSQL \d+\./);
  writeFileSync(version, '18\n');
  await open(dataDir);
});

test('a data folder without a database in it', async () => {
  const dataDir = join(freshFolder(), 'var');
  mkdirSync(join(dataDir, 'pg/data'), { recursive: true });
  writeFileSync(join(dataDir, 'pg/data/note'), 'kept');
  expect(await refused(dataDir)).toContain('is no PostgreSQL data folder');
  expect(readdirSync(join(dataDir, 'pg/data'))).toEqual(['note']);
});

test('a link to a database that is gone', async () => {
  const dataDir = freshFolder();
  symlinkSync(join(dataDir, 'gone'), join(dataDir, 'pg'));
  expect(await refused(dataDir)).toContain('so the database is missing');
});

test('a database that lost its password', async () => {
  const dataDir = await stoppedDatabase();
  rmSync(join(dataDir, 'pg/data/password'));
  expect(await refused(dataDir)).toContain('The password of the database');
});

test('a damaged database gives PostgreSQL’s own reason', async () => {
  const dataDir = await stoppedDatabase();
  const control = join(dataDir, 'pg/data/global/pg_control');
  renameSync(control, `${control}.away`);
  expect(await refused(dataDir)).toMatch(/does not start. PostgreSQL says:\n.*(pg_control|database system)/s);
  renameSync(`${control}.away`, control);
  await open(dataDir);
});

test('a full disk', () => {
  const folder = freshFolder();
  expect(() => needSpace(folder, Number.POSITIVE_INFINITY)).toThrow(`The disk of ${folder} is full: `);
  expect(() => needSpace(folder, 0)).not.toThrow();
});
