import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { resolveOwner } from '#server/platform/db/embedded/owner.ts';
import { runCommand } from '#tests/support/run-command.ts';
import {
  cleanUp,
  connect,
  createTempFolder,
  listProcesses,
  listServerProcesses,
  readServerPid,
  sendSignal,
  startAndWaitUntilReady,
} from './program.ts';

afterEach(cleanUp);

async function migrate(dataDir: string) {
  const { code, stdout, stderr } = await runCommand('server/platform/db/migrate.command.ts', {
    env: { DATA_DIR: dataDir },
  });
  return { status: code, output: stdout + stderr };
}

test('the migrate command makes a private database in a folder of any name, works with or without a running site, and stops only a server that it started; no process of that remains after the site', async () => {
  const dataDir = join(createTempFolder(), `var, "it's" b`);
  const stopped = await migrate(dataDir);
  expect(stopped.output).toMatch(/^Making a new database\n/);
  expect(stopped.output).toContain('Migrated the database: 0000_baseline');
  expect(stopped.status).toBe(0);
  expect(existsSync(join(dataDir, 'pg/data/postmaster.pid'))).toBe(false);
  // It is private, and of the user, or of nobody for root.
  expect(statSync(join(dataDir, 'pg/data/password')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'pg')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'pg/data')).uid).toBe(resolveOwner(undefined)?.uid ?? process.getuid?.());
  expect(lstatSync(join(dataDir, 'pg')).isDirectory()).toBe(true);

  const site = await startAndWaitUntilReady(dataDir);
  const server = readServerPid(dataDir);
  expect(await migrate(dataDir)).toEqual({ status: 0, output: 'The database is up to date.\n' });
  expect(readServerPid(dataDir)).toBe(server);

  const client = await connect(dataDir);
  await client.query("insert into schema_migrations values ('9999_future')");
  await client.end();
  const newer = await migrate(dataDir);
  expect(newer.output).toContain('A newer release has migrated the database (9999_future).');
  expect(newer.output).not.toContain('    at ');
  expect(newer.status).toBe(0);

  const processes = listServerProcesses(dataDir);
  expect(processes.length).toBeGreaterThan(1);
  expect((await sendSignal(site, 'SIGTERM')).status).toBe(0);
  // The server removes its pid file as its last action, shortly before it exits.
  const left = () => {
    const alive = listProcesses();
    return processes.filter((pid) => alive.has(pid));
  };
  await expect.poll(left).toEqual([]);
});
