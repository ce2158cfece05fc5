import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import {
  cleanUp,
  connect,
  freshFolder,
  numbers,
  open,
  running,
  serverPid,
  serverProcesses,
  signal,
  start,
} from './program.ts';

afterEach(cleanUp);

const freshDataDir = () => join(freshFolder(), 'var');

test('the first start makes a private database, and stopping leaves no process behind', async () => {
  const dataDir = freshDataDir();
  const program = await open(dataDir);
  expect(program.lines[0]).toBe('Making a new database');
  expect(program.lines).toContain('Migrated the database: 0001_foundation');
  const password = statSync(join(dataDir, 'pg/data/password'));
  expect(password.mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'pg')).mode & 0o777).toBe(0o700);

  const processes = serverProcesses(dataDir);
  expect(processes.length).toBeGreaterThan(1);
  expect((await signal(program, 'SIGTERM')).status).toBe(0);
  // The server takes its pid file away as the last thing that it does, and has then still to end.
  const left = () => {
    const alive = running();
    return processes.filter((pid) => alive.has(pid));
  };
  await expect.poll(left).toEqual([]);
});

test('the second start does none of the work again and finds what was stored', async () => {
  const dataDir = freshDataDir();
  const first = await open(dataDir, { write: true });
  await first.says('stored 5');
  await signal(first, 'SIGTERM');

  const second = await open(dataDir);
  expect(second.lines).toEqual(['ready']);
  expect((await numbers(dataDir, first)).lost).toEqual([]);
});

test('several first starts at once share one database', async () => {
  const dataDir = freshDataDir();
  const programs = [1, 2, 3].map(() => start(dataDir));
  await Promise.all(programs.map((program) => program.says('ready')));
  const client = await connect(dataDir);
  const { rows } = await client.query("select from pg_stat_activity where application_name = 'socal-local user'");
  await client.end();
  expect(rows).toHaveLength(3);
});

test('nothing acknowledged is lost when the program is killed, and the next one joins the server it left', async () => {
  const dataDir = freshDataDir();
  const killed = [];
  let server = 0;
  for (let round = 0; round < 4; round++) {
    const program = await open(dataDir, { write: true });
    if (server) expect(serverPid(dataDir)).toBe(server);
    server = serverPid(dataDir);
    await program.says('stored ');
    await pause(100);
    await signal(program, 'SIGKILL');
    killed.push(program);
  }
  const last = await open(dataDir);
  const { acknowledged, lost } = await numbers(dataDir, ...killed);
  expect(acknowledged.length).toBeGreaterThan(4);
  expect(lost).toEqual([]);
  await signal(last, 'SIGTERM');
  expect(running().has(server)).toBe(false);
});

test('a server that is killed comes back by itself, with everything acknowledged', async () => {
  const dataDir = freshDataDir();
  const program = await open(dataDir, { write: true });
  for (let round = 0; round < 2; round++) {
    const server = serverPid(dataDir);
    const before = program.lines.length;
    process.kill(server, 'SIGKILL');
    await vi.waitFor(() => expect(program.lines.slice(before)).toContain('PostgreSQL is back'), 30_000);
    expect(serverPid(dataDir)).not.toBe(server);
    const stored = program.lines.length;
    await vi.waitFor(() => expect(program.lines.length).toBeGreaterThan(stored + 5), 10_000);
  }
  await signal(program, 'SIGTERM');
  const after = await open(dataDir);
  expect((await numbers(dataDir, program)).lost).toEqual([]);
  await signal(after, 'SIGTERM');
});

test('two programs on one folder share the server, and the last one stops it', async () => {
  const dataDir = freshDataDir();
  const first = await open(dataDir);
  const second = await open(dataDir, { write: true });
  const server = serverPid(dataDir);
  expect((await signal(first, 'SIGTERM')).status).toBe(0);
  const stored = second.lines.length;
  await vi.waitFor(() => expect(second.lines.length).toBeGreaterThan(stored + 5), 10_000);
  expect(second.lines).not.toContain('PostgreSQL went away: starting it again');
  expect(running().has(server)).toBe(true);

  expect((await signal(second, 'SIGTERM')).status).toBe(0);
  expect(running().has(server)).toBe(false);
});

test('programs that come and go at the same moment never find the server missing', async () => {
  const dataDir = freshDataDir();
  let previous = await open(dataDir);
  for (let round = 0; round < 4; round++) {
    const next = start(dataDir);
    const gone = signal(previous, 'SIGTERM');
    await next.says('ready');
    expect((await gone).status).toBe(0);
    previous = next;
  }
  await (await connect(dataDir)).end();
});

test('the number in a pid file that a killed server left may be anybody by now', async () => {
  const dataDir = freshDataDir();
  await signal(await open(dataDir), 'SIGTERM');
  const pidFile = join(dataDir, 'pg/data/postmaster.pid');
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'pg/data')}\n1\n5432\n`, { mode: 0o644 });
  writeFileSync(join(dataDir, 'pg/socket/.s.PGSQL.5432.lock'), `${process.pid}\n`, { mode: 0o644 });

  await open(dataDir);
  expect(serverPid(dataDir)).not.toBe(process.pid);
});

test('a folder whose path is long and holds blanks, commas and quotes is as good as any', async () => {
  const folder = freshFolder();
  const odd = join(folder, `var, "it's" b`);
  expect((await signal(await open(odd), 'SIGTERM')).status).toBe(0);

  const long = join(folder, 'x'.repeat(120));
  const program = await open(long);
  const [, , , , socket = ''] = readFileSync(join(long, 'pg/data/postmaster.pid'), 'utf8').split('\n');
  expect(socket).toMatch(/^\/tmp\/socal-local-[0-9a-f]{12}$/);
  expect((await signal(program, 'SIGTERM')).status).toBe(0);
  rmSync(socket, { recursive: true });
});
