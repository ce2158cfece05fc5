import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { describeBackup, type Manifest, writeManifest } from './manifest.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ID = '2026-11-23T21-05-00-000Z';
const store = openFolderStore(join(folder, 'backups'));
const sha256 = 'a'.repeat(64);
const manifest: Manifest = {
  ...{ createdAt: '2026-11-23T21:05:00.000Z', postgres: '18', recipient: 'age1poppy', migrations: [], sequences: [] },
  tables: [{ name: 'public.listings', columns: ['id'], rows: 1, sha256, part: { bytes: 2_340_000, sha256 } }],
  pictures: { count: 1200, part: { bytes: 9, sha256 } },
};

/** Runs a command without a database. */
function run(command: 'backup' | 'restore', ...args: string[]) {
  const script = join(import.meta.dirname, `${command}.command.ts`);
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

it.each([
  ['a place that is none', ['--to', 'ftp://host/folder'], /^--to: must be a folder, or https/],
  ['the list of a place that does not exist', ['--list', '--to', '/typo'], /^There are no backups in \/typo\.\n$/],
])('npm run backup fails for %s', (_what, args, output) => {
  expect(run('backup', ...args)).toEqual({ status: 1, output: expect.stringMatching(output) });
});

it('npm run restore makes no database for a backup that does not exist', () => {
  const { status, output } = run('restore', '--from', join(folder, 'backups'), '--backup', 'poppy');
  expect({ status, output }).toEqual({
    status: 1,
    output: expect.stringMatching(/^There is no complete backup poppy/),
  });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

it.each(['backup', 'restore'] as const)('npm run %s lists its options with --help', (command) => {
  expect(run(command, '--help')).toEqual({
    status: 0,
    output: expect.stringMatching(/^npm run (backup|restore) .*--/s),
  });
});

it('The list says how large a backup is, whether it is encrypted, and that it is damaged', async () => {
  await writeManifest(store, ID, manifest);
  expect(await describeBackup(store, ID)).toBe(`${ID}  rows: 2.3 MB, files of pictures: 1,200, encrypted`);
  await writeManifest(store, ID, { ...manifest, recipient: null, pictures: null });
  expect(await describeBackup(store, ID)).toBe(`${ID}  rows: 2.3 MB, without pictures`);
  const newer = ID.replace('2026', '2027');
  await store.write(`snapshots/${newer}/tables/public.listings.zst`, (async function* () {})());
  const place = join(folder, 'backups');
  expect(run('backup', '--list', '--to', place).output.split('\n')[1]).toBe(`${newer}  is not complete`);
  // The key is missing, so that nothing is restored.
  await writeManifest(store, ID, manifest);
  expect(run('restore', '--from', place)).toEqual({
    status: 1,
    output: expect.stringMatching(new RegExp(`^The newer backup ${newer} is not complete, so ${ID} is restored\\.\n`)),
  });
  rmSync(join(folder, 'backups/snapshots'), { recursive: true });
  expect(await describeBackup(store, ID)).toMatch(/cannot be restored: There is no complete backup/);
});
