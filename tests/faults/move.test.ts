import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/db/open.ts';
import { createBlankDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { cleanUp, createPreparedDataDir, createTempFolder, start } from './program.ts';

afterEach(cleanUp);

const readAccounts = async (env: Parameters<typeof openDatabase>[0]) => {
  const { db, close } = await openDatabase(env);
  const rows = await db.selectFrom('accounts').select(['username', 'password_hash']).execute();
  await close();
  return rows;
};

test.runIf(isLongRun)('the database moves from the embedded server to another one, and back', async () => {
  const dataDir = await createPreparedDataDir();
  const blank = await createBlankDatabase();
  const { DATABASE_URL } = blank.env;
  const move = (folder: string, to: string, env: Record<string, string> = {}) =>
    start(folder, { command: ['server/platform/storage/backup/move.command.ts', '--to', to], env }).exited;
  expect(await move(dataDir, DATABASE_URL)).toEqual({ status: 0, stderr: '' });
  const accounts = await readAccounts(blank.env);
  expect(accounts).toHaveLength(1);
  expect((await move(dataDir, DATABASE_URL)).stderr).toContain('is not empty. Nothing has been changed');

  const back = join(createTempFolder(), 'data');
  mkdirSync(back);
  expect(await move(back, 'embedded', { DATABASE_URL })).toEqual({ status: 0, stderr: '' });
  expect(await readAccounts({ DATA_DIR: back })).toEqual(accounts);
  await blank.drop();
});
