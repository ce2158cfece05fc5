import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startConfined } from './confined-process.ts';

const MODULE = join(import.meta.dirname, '../../tests/hostile/break-out.child.mjs');

const works = (...[program = '', ...args]: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
// Containers and other systems can lack these.
const canIsolate = works('unshare', '--net', 'true') || works('unshare', '--user', '--net', 'true');
const canLimit = works('prlimit', '--fsize=0', 'true');

it('A confined process cannot write, read, start programs or threads, or use the network', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'confined-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, secret] = [join(folder, 'written'), join(folder, 'secret')];
  writeFileSync(secret, 'secret');
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());

  const child = startConfined(MODULE, { timeoutMs: 10_000 });
  const outcomes = await child.ask({ file, secret, port: (server.address() as AddressInfo).port });
  expect(outcomes).toEqual({
    write: 'ERR_ACCESS_DENIED',
    read: 'ERR_ACCESS_DENIED',
    startProgram: 'ERR_ACCESS_DENIED',
    startThread: 'ERR_ACCESS_DENIED',
    connect: canIsolate ? 'ENETUNREACH' : 'done',
    writeByMachineCode: canLimit ? 'refused' : 'done',
  });
  expect(existsSync(file) ? statSync(file).size > 0 : false).toBe(!canLimit);
});
