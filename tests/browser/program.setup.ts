import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MOST_STARTING_MS = 120_000;
// What the program promises to whoever stops it.
const MOST_STOPPING_MS = 10_000;
const ADMIN_PASSWORD = 'sand-castle-guard';

/**
 * Starts the program as `npm start` does, on a free port and a new data folder with the sample data, and tells the
 * tests its address in SITE_ORIGIN, its folder (for the mails) in SITE_DATA_DIR and the administrator's password in
 * SITE_ADMIN_PASSWORD. Where these are set already, the tests go there instead and nothing is started.
 * @returns what stops it, and throws if it does not stop cleanly or has logged an error meanwhile
 */
export default async function startProgram() {
  if (process.env.SITE_ORIGIN) return;
  const dataDir = mkdtempSync(join(tmpdir(), 'socal-browser-tests-'));
  // Started as root, the program lets another user run PostgreSQL, who has to get in.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const program = spawn(join(ROOT, 'node_modules/.bin/node'), ['server/main.ts'], {
    cwd: ROOT,
    env: {
      ...{ PATH, HOME, TMPDIR, LANG, PORT: String(port), DATA_DIR: dataDir, SAMPLE_DATA: 'on', LOG_LEVEL: 'error' },
      ADMIN_PASSWORD,
      // So that the accounts that tests make come from many addresses: one address may not make so many.
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }

  const origin = await printedAddress(program, output);
  Object.assign(process.env, {
    SITE_ORIGIN: origin,
    SITE_DATA_DIR: dataDir,
    SITE_ADMIN_PASSWORD: ADMIN_PASSWORD,
  });

  return async () => {
    try {
      await stop(program, output);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
    const errors = output
      .join('')
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line));
    if (errors.length > 0) throw new Error(`The program logged errors:\n${errors.join('\n')}`);
  };
}

async function printedAddress(program: ChildProcess, output: string[]): Promise<string> {
  const deadline = Date.now() + MOST_STARTING_MS;
  while (Date.now() < deadline && program.exitCode === null) {
    const address = /http:\/\/\S+:\d+/.exec(output.join(''));
    if (address) return address[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  program.kill('SIGKILL');
  throw new Error(`The program did not start:\n${output.join('')}`);
}

async function stop(program: ChildProcess, output: string[]) {
  if (program.exitCode !== null) throw new Error(`The program ended during the tests:\n${output.join('')}`);
  const exit = once(program, 'exit', { signal: AbortSignal.timeout(MOST_STOPPING_MS) });
  program.kill('SIGTERM');
  const [code] = await exit.catch(() => {
    program.kill('SIGKILL');
    throw new Error(`The program did not stop within ${MOST_STOPPING_MS / 1000} s:\n${output.join('')}`);
  });
  if (code !== 0) throw new Error(`The program stopped with exit code ${code}:\n${output.join('')}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
