import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { cleanUp, connect, createTempFolder, readServerPid, sendSignal, startAndWaitUntilReady } from './program.ts';

afterEach(cleanUp);

async function migrate(dataDir: string) {
  const { code, stdout, stderr } = await runCommand('server/db/migrate.command.ts', { env: { DATA_DIR: dataDir } });
  return { status: code, output: stdout + stderr };
}

test('the migrate command works with or without a running site, and stops only a server that it started', async () => {
  const dataDir = join(createTempFolder(), 'var');
  const stopped = await migrate(dataDir);
  expect(stopped.output).toContain('Migrated the database: 0001_foundation');
  expect(stopped.status).toBe(0);
  expect(existsSync(join(dataDir, 'pg/data/postmaster.pid'))).toBe(false);

  const site = await startAndWaitUntilReady(dataDir);
  const server = readServerPid(dataDir);
  expect(await migrate(dataDir)).toEqual({ status: 0, output: 'The database is up to date.\n' });
  expect(readServerPid(dataDir)).toBe(server);

  const client = await connect(dataDir);
  await client.query("insert into kysely_migration values ('9999_future', '2099-01-01')");
  await client.end();
  const newer = await migrate(dataDir);
  expect(newer.output).toContain('A newer release has migrated the database (9999_future).');
  expect(newer.output).not.toContain('    at ');
  expect(newer.status).toBe(0);
  await sendSignal(site, 'SIGTERM');
});
