import { type ChildProcess, fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Language } from '#contract/i18n/languages.ts';
import type { UploadPreview } from '#contract/imports/uploads.ts';
import type { Env } from '#server/platform/env/env.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { previewFile } from './preview.ts';
import type { UploadRun } from './run-upload.ts';

/** The task of the process. */
export type UploadTask =
  | { preview: Parameters<typeof previewFile>[1]; language: Language }
  | { run: UploadRun; folder: string; language: Language };

/** The reply of the process, which then exits. */
export type UploadReply = { result: UploadPreview | null } | { error: string };

/** Reads uploaded files outside of the process that answers requests. */
export interface UploadProcesses {
  preview(task: Parameters<typeof previewFile>[1]): Promise<UploadPreview>;
  /** Resolves when the run has ended, however. What it says, and its list of rows, are in the language of the request. */
  run(run: UploadRun, folder: string): Promise<void>;
  /** Stops the run, which can be continued. */
  close(): Promise<void>;
}

/** The process ended without an answer, because of the file or for want of memory. */
export class ProcessEnded extends Error {}

const CHILD_MODULE = join(import.meta.dirname, 'upload.child.ts');
const MAX_HEAP_MB = 1024;
const PREVIEW_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2000;
// Requests come first. For a preview somebody waits.
const RUN_PRIORITY = 10;

/** See docs/decisions/0082-imports-of-the-page-run-in-a-child-process.md. */
export function createUploadProcesses(env: ChildEnv): UploadProcesses {
  const children = new Set<ChildProcess>();
  let isClosing = false;
  const perform = (task: UploadTask, timeout?: number) => {
    const child = forkChild(env, timeout);
    children.add(child);
    return getReply(child, task).finally(() => children.delete(child));
  };
  return {
    preview: async (preview) =>
      (await perform({ preview, language: getLanguage() }, PREVIEW_TIMEOUT_MS)) as UploadPreview,
    async run(run, folder) {
      await perform({ run, folder, language: getLanguage() }).catch((error) => {
        // The process was stopped, and did not fail.
        if (!isClosing) throw error;
      });
    },
    async close() {
      isClosing = true;
      const ends = [...children].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of children) child.kill('SIGTERM');
      await Promise.race([Promise.all(ends), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

type ChildEnv = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & Partial<Pick<Env, 'DATABASE_DIRECT_URL'>>;

/** The process inherits no secret but the database's. */
function forkChild({ DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL }: ChildEnv, timeout?: number) {
  const isAwaited = timeout !== undefined;
  const child = fork(CHILD_MODULE, {
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
      if (!isAwaited) setPriority(child.pid, RUN_PRIORITY);
    } catch {
      // The process has ended already.
    }
  }
  return child;
}

async function getReply(child: ChildProcess, task: UploadTask): Promise<UploadPreview | null> {
  const reply = await new Promise<UploadReply>((resolve, reject) => {
    child.once('message', (message) => resolve(message as UploadReply));
    child.once('error', reject);
    // `close` is emitted after the last message; `exit` may be emitted before it.
    child.once('close', (code, signal) => reject(new ProcessEnded(`It ended with ${signal ?? code}.`)));
    // If the process has ended already, `close` reports it.
    child.send(task, () => {});
  });
  if ('error' in reply) throw new Error(reply.error);
  return reply.result;
}
