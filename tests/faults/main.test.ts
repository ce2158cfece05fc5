import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { isLongRun } from '#tests/support/long-run.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import {
  cleanUp,
  createPreparedDataDir,
  createTempFolder,
  listProcesses,
  type Program,
  readFirstStart,
  readServerPid,
  sendSignal,
  start,
} from './program.ts';

// Tests of the whole program as `npm start` runs it, in separate processes.
afterEach(cleanUp);

const startMain = (dataDir: string, env: Record<string, string> = {}) =>
  start(dataDir, {
    command: ['server/site/main.ts'],
    env: { PORT: '0', SAMPLE_DATA: 'off', LOG_LEVEL: 'warn', ...env },
  });

/** Waits until the program is listening, and returns its URL. */
async function waitForUrl(program: Program): Promise<string> {
  await program.waitForLine('  SoCal Local is at');
  return program.stdoutLines.find((line) => line.includes(' is at '))?.match(/http:\S+/)?.[0] ?? '';
}

const fetchText = async (url: string) => (await fetch(url)).text();

/** Expects that a signal lets what is in flight finish, stops the database and ends the program with 0. */
async function expectOrderlyEnd(
  program: Program,
  address: string,
  { folder, signal }: { folder: string; signal: NodeJS.Signals },
) {
  const server = readServerPid(folder);
  const inFlight = Promise.all(Array.from({ length: 20 }, () => fetchText(`${address}/locations`)));
  await fetchText(`${address}/healthz`);
  const ended = sendSignal(program, signal);
  for (const page of await inFlight) expect(page).toContain('</html>');
  expect(await ended).toMatchObject({ status: 0, stderr: '' });
  await expect.poll(() => listProcesses().has(server)).toBe(false);
}

test('the first start prints the administrator’s password once, the second creates nothing, and SIGTERM lets requests of two workers finish', async () => {
  const folder = await createPreparedDataDir();
  const first = readFirstStart();
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.stdoutLines).toContain('  Administrator: admin');
  const line = first.stdoutLines.find((line) => line.startsWith('  Password: ')) ?? '';
  const [, password] = /^ {2}Password: (\S{22}) {2}\(shown only now\)$/.exec(line) ?? [];

  const second = startMain(folder, { WORKERS: '2' });
  const address = await waitForUrl(second);
  expect(second.stdoutLines.join('\n')).not.toMatch(/Administrator|Password|Migrated|Making/);
  const response = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  expect(await response.json()).toMatchObject({ isAdmin: true, email: 'boss@mail.example', emailConfirmed: true });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const users = await fetch(`${address}/api/admin/users`, { headers: { cookie } });
  expect(await users.json()).toMatchObject([{ id: 1, username: 'admin' }]);
  await expectOrderlyEnd(second, address, { folder, signal: 'SIGTERM' });
});

test.runIf(isLongRun)('SIGINT ends the program like SIGTERM', async () => {
  const folder = await createPreparedDataDir();
  const program = startMain(folder);
  await expectOrderlyEnd(program, await waitForUrl(program), { folder, signal: 'SIGINT' });
});

test.runIf(isLongRun)(
  'two programs share one DATA_DIR, and both show the changes of a command; the next start uses the database of killed ones',
  async () => {
    const folder = await createPreparedDataDir();
    const [one, other] = [startMain(folder), startMain(folder)];
    const addresses = [await waitForUrl(one), await waitForUrl(other)] as const;
    for (const address of addresses)
      expect(await fetchText(`${address}/city/irvine`)).not.toContain('Palm Tree Bakery');

    const file = join(createTempFolder(), 'businesses.csv');
    writeFileSync(
      file,
      'id,name,category_raw,category,address,city,state,zip,county,phone,website,lat,lng,source\n' +
        'a:1,Palm Tree Bakery,bakery,bakeries,1 Main St,Irvine,CA,92614,Orange,9495550100,,,,Test\n',
    );
    const command = start(folder, { command: ['server/import/import.command.ts', file, '--date', 'unknown'] });
    expect(await command.exited).toMatchObject({ status: 0 });
    for (const address of addresses) {
      await vi.waitFor(
        async () => expect((await fetchText(`${address}/city/irvine`)).includes('Palm Tree Bakery')).toBe(true),
        scaleTimeout(5000),
      );
    }
    await sendSignal(one, 'SIGTERM');
    expect((await fetch(`${addresses[1]}/readyz`)).status).toBe(200);

    const server = readServerPid(folder);
    await sendSignal(other, 'SIGKILL');
    expect(listProcesses().has(server)).toBe(true);
    expect(await fetchText(`${await waitForUrl(startMain(folder))}/city/irvine`)).toContain('Palm Tree Bakery');
    expect(readServerPid(folder)).toBe(server);
  },
);

test.runIf(isLongRun)('a killed worker is replaced, and no request fails after it', async () => {
  const folder = await createPreparedDataDir();
  const token = 'a token of this test';
  const program = startMain(folder, { WORKERS: '2', METRICS_TOKEN: token, LOG_LEVEL: 'info' });
  const address = await waitForUrl(program);
  const listWorkers = () =>
    [...listProcesses()]
      .filter(([pid, parent]) => parent === program.process.pid && pid !== readServerPid(folder))
      .map(([pid]) => pid);
  const countListening = () => program.stdoutLines.filter((line) => line.includes('Server listening')).length;
  for (let round = 0; round < 5; round++) {
    await expect.poll(countListening, { timeout: scaleTimeout(30_000) }).toBe(2 + round);
    expect(listWorkers()).toHaveLength(2);
    const [killed] = listWorkers() as [number];
    process.kill(killed, 'SIGKILL');
    await program.waitForLine(`Process ${killed} ended with SIGKILL`);
    // Each is a new connection, which any worker may get.
    for (let i = 0; i < 20; i++) {
      const response = await fetch(`${address}/healthz`, { headers: { connection: 'close' } });
      expect(response.status).toBe(200);
    }
    expect(listWorkers()).not.toContain(killed);
  }
  await expect.poll(countListening, { timeout: scaleTimeout(30_000) }).toBe(7);
  const metrics = await (await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const [, limit] = /Max open files +(\d+)/.exec(readFileSync(`/proc/${listWorkers()[0]}/limits`, 'utf8')) ?? [];
  expect(metrics).toMatch(new RegExp(`^process_max_fds ${2 * Number(limit)}$`, 'm'));
  await expectOrderlyEnd(program, address, { folder, signal: 'SIGTERM' });
});

test.runIf(isLongRun)('SIGTERM during the start ends the database too', async () => {
  const folder = await createPreparedDataDir();
  const program = startMain(folder, { WORKERS: '2' });
  await expect.poll(() => serverPidOrNone(folder), { interval: 5 }).not.toBe(-1);
  const server = readServerPid(folder);
  expect(await sendSignal(program, 'SIGTERM')).toMatchObject({ status: 0, stderr: '' });
  await expect.poll(() => listProcesses().has(server)).toBe(false);
});

test('npm start ends with the program: a shell between them would end alone', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  expect(scripts.start).toMatch(/^exec node /);
});

test.runIf(isLongRun)('a port in use is reported with advice, and the database is stopped properly', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const folder = await createPreparedDataDir();
  const { status, stderr } = await startMain(folder, { PORT: String(port), WORKERS: '2' }).exited;
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`,
  );
  expect(listProcesses().has(serverPidOrNone(folder))).toBe(false);
  await new Promise((resolve) => taken.close(resolve));
});

test('all errors in the environment are reported together', async () => {
  const { status, stderr } = await startMain(join(createTempFolder(), 'data'), {
    PORT: 'many',
    ORIGIN: 'javascript:alert(1)',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
    TRUSTED_PROXIES: 'zz',
  }).exited;
  expect(status).toBe(1);
  expect(stderr).not.toContain('    at ');
  for (const name of ['PORT', 'ORIGIN', 'LOG_LEVEL', 'DATABASE_URL', 'TRUSTED_PROXIES'])
    expect(stderr).toContain(`${name}: `);
});

function serverPidOrNone(folder: string): number {
  try {
    return readServerPid(folder);
  } catch {
    return -1;
  }
}
