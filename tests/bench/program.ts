import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * The options with which `npm start` runs Node: without them garbage collection is another one. While pages are rendered for many, the
 * objects of a request live long, for which V8 would allocate all later ones in its old space.
 */
export const NODE_OPTIONS = [
  '--max-semi-space-size=16',
  '--max-old-space-size=384',
  '--no-allocation-site-pretenuring',
];

/** The whole program in processes of its own. */
export interface RunningProgram {
  origin: string;
  /** Its first process. */
  pid: number;
  stop(): Promise<void>;
}

/** Starts the program as `npm start` does, with the directory of this run. */
export async function startProgram(env: Record<string, string>): Promise<RunningProgram> {
  const main = resolve(import.meta.dirname, '../../server/site/main.ts');
  const child = spawn(process.execPath, [...NODE_OPTIONS, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...env },
  });
  const { promise: port, resolve: found, reject } = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const [, printed] = /http:\/\/localhost:(\d+)/.exec(line) ?? [];
    if (printed !== undefined) found(printed);
  });
  child.on('exit', () => reject(new Error('The program has ended')));
  const origin = `http://127.0.0.1:${await port}`;
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
