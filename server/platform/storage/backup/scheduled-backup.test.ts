import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { generateKeys } from './encryption.ts';
import { openFolderStore } from './folder-store.ts';
import { readLastBackup, recordBackup } from './last-backup.ts';
import { listBackups, readManifest } from './manifest.ts';
import { createScheduledBackup } from './scheduled-backup.ts';
import { verifyBackup } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'scheduled-'));
const database = await createTestDatabase();
const { db } = database;
const lines: string[] = [];
const note = (_fields: object | string, line?: string) => void lines.push(line ?? String(_fields));
const log = { info: note, warn: note, error: note } as unknown as FastifyBaseLogger;
beforeEach(() => void lines.splice(0));
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const open = (env: Record<string, string>) =>
  createScheduledBackup(readEnv({ DATA_DIR: folder, DATABASE_URL: database.env.DATABASE_URL, ...env }), { db, log });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const waitForLine = (line: string) =>
  expect.poll(() => lines, { timeout: scaleTimeout(20_000) }).toContainEqual(expect.stringContaining(line));

it.runIf(isLongRun)('A backup is made when it is due, by a process of its own, and a failure is logged', async () => {
  await open({}).startIfDue();
  await recordBackup(db, join(folder, 'backups'), hoursAgo(1));
  await open({ BACKUP_TO: join(folder, 'backups') }).startIfDue();
  expect(lines).toEqual([]);

  await recordBackup(db, join(folder, 'backups'), hoursAgo(49));
  await open({ BACKUP_TO: join(folder, 'backups') }).startIfDue();
  expect(lines).toEqual(['the last backup is too old']);
  await waitForLine('a backup was made');
  expect(await listBackups(openFolderStore(join(folder, 'backups')))).toHaveLength(1);
  expect(Date.now() - ((await readLastBackup(db, join(folder, 'backups')))?.getTime() ?? 0)).toBeLessThan(60_000);

  await recordBackup(db, '/dev/null/backups', hoursAgo(30));
  await open({ BACKUP_TO: '/dev/null/backups' }).startIfDue();
  await waitForLine('a backup was not made');
});

it('A backup that the site makes by itself is encrypted if a key is set', async () => {
  const { recipient } = await generateKeys();
  const place = join(folder, 'encrypted');
  await open({ BACKUP_TO: place, BACKUP_RECIPIENT: recipient }).startNow();
  await waitForLine('a backup was made');
  const store = openFolderStore(place);
  const [id = ''] = await listBackups(store);
  expect((await readManifest(store, id)).recipient).toBe(recipient);
  const tables = await store.list(`snapshots/${id}/tables/`);
  expect(tables.length).toBeGreaterThan(50);
  for (const name of tables)
    expect(readFileSync(join(place, name)).subarray(0, 21).toString(), name).toBe('age-encryption.org/v1');
});

it('Without a place a backup is made in the data folder, and downloaded as one file that restores', async () => {
  const { recipient } = await generateKeys();
  const backups = open({ BACKUP_RECIPIENT: recipient });
  await expect(backups.download()).rejects.toThrow('There’s no backup to download. Make one first.');
  await backups.startNow();
  await waitForLine('a backup was made');
  const downloadableAt = (await readLastBackup(db, join(folder, 'backups')))?.toISOString();
  expect(await backups.getState()).toMatchObject({ isAutomatic: false, isEncrypted: true, downloadableAt });

  const { name, content } = await backups.download();
  expect(name).toMatch(/^backup-\d{4}-\d\d-\d\dT\d\d-\d\d\.tar$/);
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  await pipeline(content, createWriteStream(join(folder, name)));
  execFileSync('tar', ['-xf', join(folder, name), '-C', unpacked]);
  const store = openFolderStore(unpacked);
  const [id = ''] = await listBackups(store);
  await verifyBackup(store, id);
  expect((await readManifest(store, id)).recipient).toBe(recipient);
});

it('A backup is started at once, unless one runs', async () => {
  const command = join(folder, 'slow-backup.mjs');
  writeFileSync(command, 'setTimeout(() => {}, 60_000);');
  const create = (env: Record<string, string>) =>
    createScheduledBackup(readEnv({ DATA_DIR: folder, DATABASE_URL: database.env.DATABASE_URL, ...env }), {
      ...{ db, log, command },
    });
  const backups = create({ BACKUP_TO: join(folder, 'elsewhere') });
  await recordBackup(db, join(folder, 'elsewhere'), hoursAgo(1));
  await backups.startNow();
  expect(await backups.getState()).toMatchObject({ isAutomatic: true, lastAt: expect.any(String), isRunning: true });
  await expect(backups.startNow()).rejects.toThrow('A backup is being made already.');
  backups.close();
  await expect.poll(async () => (await backups.getState()).isRunning, { timeout: scaleTimeout(20_000) }).toBe(false);
});

/** A program that takes the place of the command. */
function writeCommand(name: string, code: string): string {
  const command = join(folder, name);
  writeFileSync(command, code);
  return command;
}
const openWith = (command: string, env: Record<string, string>) =>
  createScheduledBackup(readEnv({ DATA_DIR: folder, DATABASE_URL: database.env.DATABASE_URL, ...env }), {
    ...{ db, log, command },
  });

it('A backup elsewhere does not put off the one that is due', async () => {
  const BACKUP_TO = join(folder, 'off-site');
  const backups = openWith(writeCommand('done.mjs', ''), { BACKUP_TO });
  await recordBackup(db, join(folder, 'here'), hoursAgo(0));
  await backups.announce();
  expect(lines).toEqual([`the next backup to ${BACKUP_TO} is due now: it is made within an hour`]);
  expect((await backups.getState()).lastAt).toBeNull();
  await backups.startIfDue();
  await waitForLine('a backup was made; the next one is due at 2');

  await recordBackup(db, BACKUP_TO, '2999-01-01T00:00:00.000Z');
  await backups.announce();
  expect(lines.at(-1)).toBe(`the next backup to ${BACKUP_TO} is due at 2999-01-02T00:00:00.000Z`);
});

it('The process of a backup gets the settings of backups, and nothing else', async () => {
  const settings = {
    DATABASE_DIRECT_URL: database.env.DATABASE_URL,
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    BACKUP_TO: 'https://s3.example/bucket/backups',
    BACKUP_KEEP: '3',
    BACKUP_RECIPIENT: (await generateKeys()).recipient,
    BACKUP_ACCESS_KEY_ID: 'backup-key',
    BACKUP_SECRET_ACCESS_KEY: 'backup-secret',
  };
  const seen = join(folder, 'seen.json');
  const command = `import { writeFileSync } from 'node:fs'; writeFileSync('${seen}', JSON.stringify(process.env))`;
  await openWith(writeCommand('environment.mjs', command), { ...settings, SMTP_URL: 'smtp://mail.example' }).startNow();
  await waitForLine('a backup was made');
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const own = { DATA_DIR: folder, DATABASE_URL: database.env.DATABASE_URL, PATH: '/usr/bin:/bin', NODE_EXTRA_CA_CERTS };
  expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual({ ...settings, ...own });
});

it('A place that cannot be written to is a warning at the start', async () => {
  await open({ BACKUP_TO: '/dev/null/backups' }).announce();
  expect(lines[0]).toMatch(/^BACKUP_TO: Backups cannot be written to \/dev\/null\/backups \(ENOTDIR\)\. Choose/);
  await open({ BACKUP_TO: 'https://127.0.0.1:1/bucket/backups' }).announce();
  expect(lines).toContainEqual(expect.stringMatching(/^BACKUP_TO: BACKUP_ACCESS_KEY_ID and/));
  await open({}).announce();
  expect(existsSync('/dev/null/backups')).toBe(false);
});

it.each([
  [
    'a message',
    `console.error('3 files are missing.'); console.error('The disk is full.'); process.exit(1)`,
    'The disk is full.',
  ],
  [
    'an error with a stack',
    `console.error(new Error('The disk is full.').stack); process.exit(1)`,
    'Error: The disk is full.',
  ],
  ['a signal', `process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 60_000)`, 'It was ended by SIGKILL.'],
  ['nothing', 'process.exit(3)', 'It ended with code 3.'],
])('Why a backup failed is known until one is made: %s', async (what, code, cause) => {
  const BACKUP_TO = join(folder, what);
  const backups = openWith(writeCommand(`${what}.mjs`, code), { BACKUP_TO });
  await backups.startNow();
  await expect.poll(async () => (await backups.getState()).failure).toEqual({ at: expect.any(String), cause });
  expect((await openWith('', { BACKUP_TO: join(folder, 'other') }).getState()).failure).toBeNull();
  await recordBackup(db, BACKUP_TO, new Date().toISOString());
  expect((await backups.getState()).failure).toBeNull();
});
