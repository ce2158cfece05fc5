import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const START_TIMEOUT_MS = scaleTimeout(60_000);
// The documented limit for stopping the program.
const STOP_TIMEOUT_MS = scaleTimeout(10_000);

/** A process of the site. */
export interface Program {
  origin: string;
  /** @throws if it does not stop cleanly, or has logged an error */
  stop(): Promise<void>;
}

/**
 * Starts the program as `npm start` does, on a free port and this `DATA_DIR`, which it may share with others.
 * @param env additional environment variables; those of this process are not inherited
 */
export async function startProgram(dataDir: string, env: Record<string, string>): Promise<Program> {
  const port = await freePort();
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env;
  const program = spawn(join(ROOT, 'node_modules/.bin/node'), ['server/site/main.ts'], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      TMPDIR,
      LANG,
      NODE_COMPILE_CACHE,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // No test reaches the internet.
      GEOCODER_URL: '',
      WORKERS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  return {
    origin: await waitForPrintedUrl(program, output),
    async stop() {
      await stop(program, output);
      const errors = output
        .join('')
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line));
      if (errors.length > 0) throw new Error(`The program logged errors:\n${errors.join('\n')}`);
    },
  };
}

async function waitForPrintedUrl(program: ChildProcess, output: string[]): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && program.exitCode === null) {
    const url = /http:\/\/\S+:\d+/.exec(output.join(''));
    if (url) return url[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  program.kill('SIGKILL');
  throw new Error(`The program did not start:\n${output.join('')}`);
}

async function stop(program: ChildProcess, output: string[]) {
  if (program.exitCode !== null) throw new Error(`The program ended during the tests:\n${output.join('')}`);
  const exit = once(program, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
  program.kill('SIGTERM');
  const [code] = await exit.catch(() => {
    program.kill('SIGKILL');
    throw new Error(`The program did not stop within ${STOP_TIMEOUT_MS / 1000} s:\n${output.join('')}`);
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
