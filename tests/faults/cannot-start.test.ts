import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { requireDiskSpace } from '#server/platform/db/embedded/folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { cleanUp, createPreparedDataDir, createTempFolder, start, startAndWaitUntilReady } from './program.ts';

afterEach(cleanUp);

/** Opens the database where it cannot run, and returns the message, which the program prints. */
async function expectStartFailure(dataDir: string): Promise<string> {
  const opening = openDatabase(readEnv({ DATA_DIR: dataDir, GEOCODER_URL: '' }));
  const error = await opening.then(({ close }) => close()).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
}

test('DATA_DIR in a folder that does not exist', async () => {
  const folder = createTempFolder();
  expect(await expectStartFailure(join(folder, 'absent/var'))).toContain(
    `its parent folder ${folder}/absent does not exist`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test('DATA_DIR without write permission', async () => {
  const file = join(createTempFolder(), 'file');
  writeFileSync(file, 'kept');
  expect(await expectStartFailure(join(file, 'var'))).toContain('Set DATA_DIR to a folder that this user may write to');
  expect(await expectStartFailure(file)).toContain('it is not a folder');
  expect(await expectStartFailure('/dev/null/var')).toContain('cannot be used');
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

if (process.platform === 'linux') {
  test('DATA_DIR in /proc, where creating parent folders recursively never ends', async () => {
    // In a process of its own, which can be ended.
    const { status, stderr } = await start('/proc/var').exited;
    expect(status).toBe(1);
    expect(stderr).toContain('DATA_DIR (/proc/var) cannot be used');
    expect(stderr).not.toContain('    at ');
  });
}

test('data of another major version', async () => {
  const dataDir = await createPreparedDataDir();
  const version = join(dataDir, 'pg/data/PG_VERSION');
  writeFileSync(version, '15\n');
  expect(await expectStartFailure(dataDir)).toMatch(
    /was written by PostgreSQL 15, and this release brings PostgreSQL \d+\./,
  );
  expect(readFileSync(version, 'utf8')).toBe('15\n');
});

test('a data folder without a database in it', async () => {
  const dataDir = join(createTempFolder(), 'var');
  mkdirSync(join(dataDir, 'pg/data'), { recursive: true });
  writeFileSync(join(dataDir, 'pg/data/note'), 'kept');
  expect(await expectStartFailure(dataDir)).toContain('is no PostgreSQL data folder');
  expect(readdirSync(join(dataDir, 'pg/data'))).toEqual(['note']);
});

test('a link to a database that was removed', async () => {
  const dataDir = createTempFolder();
  symlinkSync(join(dataDir, 'gone'), join(dataDir, 'pg'));
  expect(await expectStartFailure(dataDir)).toContain('so the database is missing');
});

test('a database without its password file', async () => {
  const dataDir = await createPreparedDataDir();
  rmSync(join(dataDir, 'pg/data/password'));
  expect(await expectStartFailure(dataDir)).toContain('The password of the database');
});

test('a damaged database is reported with PostgreSQL’s reason', async () => {
  const dataDir = await createPreparedDataDir();
  const control = join(dataDir, 'pg/data/global/pg_control');
  renameSync(control, `${control}.away`);
  expect(await expectStartFailure(dataDir)).toMatch(
    /does not start. PostgreSQL says:\n.*(pg_control|database system)/s,
  );
  renameSync(`${control}.away`, control);
  await startAndWaitUntilReady(dataDir);
});

test('unsafe settings in production', async () => {
  const command = ['server/site/main.ts'];
  const env = { ORIGIN: 'https://directory.example', SMTP_URL: 'smtps://mail.example' };
  // Together, and before a database is made.
  for (const [password, fault] of [
    [undefined, 'is not set'],
    ['admin-admin-admin', 'Your password can’t be'],
  ]) {
    const dataDir = createTempFolder();
    const options = { command, env: { ...env, ...(password && { ADMIN_PASSWORD: password }) } };
    const { status, stderr } = await start(dataDir, options).exited;
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`^TRUSTED_PROXIES: is not set.*\nADMIN_PASSWORD: ${fault}.*\n$`)),
    });
    expect(readdirSync(dataDir)).toEqual([]);
  }
});

test.runIf(isLongRun)('map tiles that cannot be read', async () => {
  const dataDir = await createPreparedDataDir();
  const env = { PORT: '0', SAMPLE_DATA: 'off', MAP_TILES: 'socal.pmtiles' };
  expect(await start(dataDir, { command: ['server/site/main.ts'], env }).exited).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^MAP_TILES: .*socal\.pmtiles cannot be read: ENOENT[^\n]*\n$/),
  });
});

test('a full disk', () => {
  const folder = createTempFolder();
  expect(() => requireDiskSpace(folder, Number.POSITIVE_INFINITY)).toThrow(`The disk of ${folder} is full: `);
  expect(() => requireDiskSpace(folder, 0)).not.toThrow();
});
