import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanUp, freshFolder, type Program, running, serverPid, signal, start } from './program.ts';

// The whole program as `npm start` runs it, in processes of its own.
afterEach(cleanUp);

const main = (dataDir: string, env: Record<string, string> = {}) =>
  start(dataDir, { command: ['server/main.ts'], env: { PORT: '0', SAMPLE_DATA: 'off', LOG_LEVEL: 'warn', ...env } });

/** Waits until it serves, and tells where. */
async function addressOf(program: Program): Promise<string> {
  await program.says('  SoCal Local is at');
  return program.lines.find((line) => line.includes(' is at '))?.match(/http:\S+/)?.[0] ?? '';
}

const read = async (url: string) => (await fetch(url)).text();

test('the first start shows the administrator once, a second start has nothing to make', async () => {
  const folder = join(freshFolder(), 'data');
  const first = main(folder);
  await addressOf(first);
  expect(first.lines).toContain('  Administrator: admin');
  expect(first.lines.find((line) => line.startsWith('  Password: '))).toMatch(
    /^ {2}Password: \S{16} {2}\(shown only now\)$/,
  );
  expect(await signal(first, 'SIGTERM')).toMatchObject({ status: 0, complaint: '' });

  const second = main(folder);
  await addressOf(second);
  expect(second.lines.join('\n')).not.toMatch(/Administrator|Password|Migrated|Making/);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets what is in flight finish, stops the database and ends with 0',
  async (name) => {
    const folder = join(freshFolder(), 'data');
    const program = main(folder);
    const address = await addressOf(program);
    const server = serverPid(folder);
    const inFlight = Promise.all(Array.from({ length: 20 }, () => read(`${address}/locations`)));
    await read(`${address}/healthz`);
    const ended = signal(program, name);
    for (const page of await inFlight) expect(page).toContain('</html>');
    expect(await ended).toMatchObject({ status: 0, complaint: '' });
    expect(running().has(server)).toBe(false);
  },
);

test('two programs on one DATA_DIR share it, and each shows at once what a command changed', async () => {
  const folder = join(freshFolder(), 'data');
  const one = main(folder);
  const addresses = [await addressOf(one), await addressOf(main(folder))];
  for (const address of addresses) expect(await read(`${address}/city/irvine`)).not.toContain('Palm Tree Bakery');

  const file = join(freshFolder(), 'businesses.csv');
  writeFileSync(
    file,
    'id,name,category_raw,category,address,city,state,zip,county,phone,website,lat,lng,source\n' +
      'a:1,Palm Tree Bakery,bakery,bakeries,1 Main St,Irvine,CA,92614,Orange,9495550100,,,,Test\n',
  );
  const command = start(folder, { command: ['server/import/import.command.ts', file] });
  expect(await command.ended).toMatchObject({ status: 0 });
  for (const address of addresses) {
    await vi.waitFor(
      async () => expect((await read(`${address}/city/irvine`)).includes('Palm Tree Bakery')).toBe(true),
      5000,
    );
  }
  await signal(one, 'SIGTERM');
  expect((await fetch(`${addresses[1]}/readyz`)).status).toBe(200);
});

test('a program that was killed leaves a database that the next start takes over', async () => {
  const folder = join(freshFolder(), 'data');
  const killed = main(folder);
  await addressOf(killed);
  const server = serverPid(folder);
  await signal(killed, 'SIGKILL');
  expect(running().has(server)).toBe(true);
  const next = main(folder);
  expect((await fetch(`${await addressOf(next)}/readyz`)).status).toBe(200);
  expect(serverPid(folder)).toBe(server);
});

test('a port that is taken is named, with what to do, and the database is left in order', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const folder = join(freshFolder(), 'data');
  const { status, complaint } = await main(folder, { PORT: String(port) }).ended;
  expect(status).toBe(1);
  expect(complaint.trim()).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`,
  );
  expect(running().has(serverPidOrNone(folder))).toBe(false);
  await new Promise((resolve) => taken.close(resolve));
});

test('every fault of the environment is told at once', async () => {
  const { status, complaint } = await main(join(freshFolder(), 'data'), {
    PORT: 'many',
    ORIGIN: 'javascript:alert(1)',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://x',
  }).ended;
  expect(status).toBe(1);
  for (const name of ['PORT', 'ORIGIN', 'LOG_LEVEL', 'DATABASE_URL']) expect(complaint).toContain(`${name}: `);
});

function serverPidOrNone(folder: string): number {
  try {
    return serverPid(folder);
  } catch {
    return -1;
  }
}
