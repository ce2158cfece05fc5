import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Language } from '#contract/i18n/languages.ts';
import type { UploadPreview } from '#contract/imports/uploads.ts';
import { type ChildEnv, forkChild } from '#server/import/fork-child.ts';
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
const PREVIEW_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 2000;

/** See docs/decisions/0082-imports-of-the-page-run-in-a-child-process.md. */
export function createUploadProcesses(env: ChildEnv): UploadProcesses {
  const children = new Set<ChildProcess>();
  let isClosing = false;
  const perform = (task: UploadTask, timeout?: number) => {
    const child = forkChild(CHILD_MODULE, env, { timeout });
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
