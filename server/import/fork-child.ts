import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Env } from '#server/platform/env/env.ts';

/** What a process needs to reach the database and the files. */
export type ChildEnv = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & Partial<Pick<Env, 'DATABASE_DIRECT_URL'>>;

const MAX_HEAP_MB = 1024;
// Requests come first.
const BACKGROUND_PRIORITY = 10;

/**
 * Starts a process that reads files of businesses. It inherits no secret but the database's.
 * @param timeout after which it is ended, in milliseconds, where somebody waits for it; without one it works in the background
 */
export function forkChild(
  module: string,
  { DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL }: ChildEnv,
  { timeout }: { timeout?: number | undefined } = {},
): ChildProcess {
  const isAwaited = timeout !== undefined;
  const child = fork(module, {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    env: { PATH: '/usr/bin:/bin', DATA_DIR, ...(DATABASE_DIRECT_URL && { DATABASE_URL: DATABASE_DIRECT_URL }) },
    serialization: 'json',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...(isAwaited && { timeout, killSignal: 'SIGKILL' as const }),
  });
  // Through this process, because the log can be a file.
  child.stderr?.pipe(process.stderr, { end: false });
  if (child.pid !== undefined) {
    // When memory runs out the kernel ends it first, and not the database. Other systems have no such file.
    writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => {});
    try {
      if (!isAwaited) setPriority(child.pid, BACKGROUND_PRIORITY);
    } catch {
      // The process has ended already.
    }
  }
  return child;
}
