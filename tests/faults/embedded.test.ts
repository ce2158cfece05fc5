import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { isLongRun, repetitions } from '#tests/support/long-run.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import {
  cleanUp,
  connect,
  createPreparedDataDir,
  createTempFolder,
  listProcesses,
  readNumbers,
  readServerPid,
  sendSignal,
  start,
  startAndWaitUntilReady,
} from './program.ts';

afterEach(cleanUp);

test.runIf(isLongRun)('the second start uses the existing database with its data', async () => {
  const dataDir = await createPreparedDataDir();
  const first = await startAndWaitUntilReady(dataDir, { write: true });
  await first.waitForLine('stored 5');
  await sendSignal(first, 'SIGTERM');

  const second = await startAndWaitUntilReady(dataDir);
  expect(second.stdoutLines).toEqual(['ready']);
  expect((await readNumbers(dataDir, first)).lost).toEqual([]);
});

test.runIf(isLongRun)(
  'a database whose program was the superuser is given to a role that is none, with all its data',
  async () => {
    const dataDir = await createPreparedDataDir();
    const program = await startAndWaitUntilReady(dataDir);
    const before = await connect(dataDir);
    const owned = await listOwned(before);
    // Functions of extensions are machine code.
    expect(owned).not.toContain('function similarity(text,text)');
    const count = 'select (select count(*) from zip_codes) as zips, (select count(*) from accounts) as accounts';
    const { rows: counts } = await before.query(count);
    // As earlier releases made it.
    await before.query('reassign owned by socal_local to postgres; drop role socal_local');
    expect(await listOwned(before)).toEqual([]);
    await before.end();
    await sendSignal(program, 'SIGTERM');

    // It makes a table, as a migration does.
    const next = await startAndWaitUntilReady(dataDir, { write: true });
    await next.waitForLine('stored 1');
    const after = await connect(dataDir);
    const { rows: roles } = await after.query(`
    select distinct usename, usesuper from pg_stat_activity join pg_user using (usename)
    where backend_type = 'client backend' and pid <> pg_backend_pid()`);
    expect(roles).toEqual([{ usename: 'socal_local', usesuper: false }]);
    expect(await listOwned(after)).toEqual([...owned, 'table numbers'].sort());
    expect((await after.query(count)).rows).toEqual(counts);
    await after.end();
  },
);

/** Everything in the database that belongs to the role of the program. The owner of an extension cannot be changed. */
async function listOwned(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select pg_describe_object(classid, objid, objsubid) as name from pg_shdepend join pg_roles r on r.oid = refobjid
    where deptype = 'o' and rolname = 'socal_local' and classid <> 'pg_extension'::regclass and dbid in (0, (select oid from pg_database where datname = current_database()))`);
  return rows.map(({ name }) => name).sort();
}

test.runIf(isLongRun)('several concurrent first starts share one database', async () => {
  const dataDir = join(createTempFolder(), 'var');
  const programs = [1, 2, 3].map(() => start(dataDir));
  await Promise.all(programs.map((program) => program.waitForLine('ready')));
  const client = await connect(dataDir);
  const { rows } = await client.query("select from pg_stat_activity where application_name = 'socal-local user'");
  await client.end();
  expect(rows).toHaveLength(3);
});

test('no committed data is lost when the program is killed, and the next one uses the running server', async () => {
  const dataDir = await createPreparedDataDir();
  const killed = [];
  let server = 0;
  for (let round = 0; round < repetitions(1, 20); round++) {
    const program = await startAndWaitUntilReady(dataDir, { write: true });
    if (server) expect(readServerPid(dataDir)).toBe(server);
    server = readServerPid(dataDir);
    await program.waitForLine('stored ');
    await delay(100);
    await sendSignal(program, 'SIGKILL');
    killed.push(program);
  }
  const last = await startAndWaitUntilReady(dataDir);
  const { acknowledged, lost } = await readNumbers(dataDir, ...killed);
  expect(acknowledged.length).toBeGreaterThan(2);
  expect(lost).toEqual([]);
  await sendSignal(last, 'SIGTERM');
  await expect.poll(() => listProcesses().has(server)).toBe(false);
});

test('a killed server is restarted with all committed data', async () => {
  const dataDir = await createPreparedDataDir();
  const program = await startAndWaitUntilReady(dataDir, { write: true });
  for (let round = 0; round < repetitions(1, 5); round++) {
    const server = readServerPid(dataDir);
    const before = program.stdoutLines.length;
    process.kill(server, 'SIGKILL');
    await program.waitForLine('PostgreSQL is back', before);
    expect(readServerPid(dataDir)).not.toBe(server);
    const stored = program.stdoutLines.length;
    await vi.waitFor(() => expect(program.stdoutLines.length).toBeGreaterThan(stored + 5), scaleTimeout(10_000));
  }
  await sendSignal(program, 'SIGTERM');
  const after = await startAndWaitUntilReady(dataDir);
  expect((await readNumbers(dataDir, program)).lost).toEqual([]);
  await sendSignal(after, 'SIGTERM');
});

test.runIf(isLongRun)('two programs on one folder share the server, and the last one stops it', async () => {
  const dataDir = await createPreparedDataDir();
  const first = await startAndWaitUntilReady(dataDir);
  const second = await startAndWaitUntilReady(dataDir, { write: true });
  const server = readServerPid(dataDir);
  expect((await sendSignal(first, 'SIGTERM')).status).toBe(0);
  const stored = second.stdoutLines.length;
  await vi.waitFor(() => expect(second.stdoutLines.length).toBeGreaterThan(stored + 5), scaleTimeout(10_000));
  expect(second.stdoutLines).not.toContain('PostgreSQL went away: starting it again');
  expect(listProcesses().has(server)).toBe(true);

  expect((await sendSignal(second, 'SIGTERM')).status).toBe(0);
  await expect.poll(() => listProcesses().has(server)).toBe(false);
});

test.runIf(isLongRun)('programs that start and stop at the same time always have a running server', async () => {
  const dataDir = await createPreparedDataDir();
  let previous = await startAndWaitUntilReady(dataDir);
  for (let round = 0; round < repetitions(1, 20); round++) {
    const next = start(dataDir);
    const gone = sendSignal(previous, 'SIGTERM');
    await next.waitForLine('ready');
    expect((await gone).status).toBe(0);
    previous = next;
  }
  await (await connect(dataDir)).end();
});

test.runIf(isLongRun)('the pid file of a killed server may contain the id of another process', async () => {
  const dataDir = await createPreparedDataDir();
  await sendSignal(await startAndWaitUntilReady(dataDir), 'SIGTERM');
  const pidFile = join(dataDir, 'pg/data/postmaster.pid');
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'pg/data')}\n1\n5432\n`, { mode: 0o644 });
  writeFileSync(join(dataDir, 'pg/socket/.s.PGSQL.5432.lock'), `${process.pid}\n`, { mode: 0o644 });

  await startAndWaitUntilReady(dataDir);
  expect(readServerPid(dataDir)).not.toBe(process.pid);
});

test.runIf(isLongRun)('the path of the folder may be longer than that of a socket', async () => {
  const long = await createPreparedDataDir('x'.repeat(120));
  const program = await startAndWaitUntilReady(long);
  const [, , , , socket = ''] = readFileSync(join(long, 'pg/data/postmaster.pid'), 'utf8').split('\n');
  expect(socket).toMatch(/^\/tmp\/socal-local-[0-9a-f]{12}$/);
  expect((await sendSignal(program, 'SIGTERM')).status).toBe(0);
  rmSync(socket, { recursive: true });
});
