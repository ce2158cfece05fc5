import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { type ChildEnv, forkChild } from '#server/import/fork-child.ts';
import { HttpError, Unavailable } from '#server/platform/http/errors.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { BranchFileTask, ReadBranches } from './read-branches.ts';

/** The task of the process. */
export interface BranchFileRequest {
  task: BranchFileTask;
  language: Language;
}

/** The reply of the process, which then exits. */
export type BranchFileReply = { result: ReadBranches } | { error: string };

/** Reads a file of branches that is on the disk. @throws {HttpError} when it cannot be read */
export type BranchReader = (task: BranchFileTask) => Promise<ReadBranches>;

const CHILD_MODULE = join(import.meta.dirname, 'read-branches.child.ts');
const TIMEOUT_MS = 30_000;
// Each takes a processor and some 200 MB.
const MAX_PROCESSES = 2;
const RETRY_SECONDS = 20;

/**
 * Reads files outside of the process that answers requests, two at a time.
 * See docs/decisions/0082-imports-of-the-page-run-in-a-child-process.md.
 */
export function createBranchReader(env: ChildEnv): BranchReader {
  let running = 0;
  return async (task) => {
    if (running >= MAX_PROCESSES)
      throw new Unavailable(t('Other files are being read. Please try again in a moment.'), RETRY_SECONDS);
    running++;
    try {
      return await readInProcess(env, task);
    } finally {
      running--;
    }
  };
}

async function readInProcess(env: ChildEnv, task: BranchFileTask): Promise<ReadBranches> {
  const child = forkChild(CHILD_MODULE, env, { timeout: TIMEOUT_MS });
  const reply = await new Promise<BranchFileReply | 'ended'>((resolve, reject) => {
    child.once('message', (message) => resolve(message as BranchFileReply));
    child.once('error', reject);
    // `close` is emitted after the last message; `exit` may be emitted before it.
    child.once('close', () => resolve('ended'));
    child.send({ task, language: getLanguage() } satisfies BranchFileRequest, () => {});
  });
  if (reply === 'ended') throw new HttpError(422, t('We couldn’t read this file. Save it as CSV, and send it again.'));
  if ('error' in reply) throw new Error(reply.error);
  return reply.result;
}

/** Has a file on the disk for as long as it is read. */
export async function withFile<Result>(bytes: Buffer, read: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'branches-'));
  try {
    const path = join(folder, 'branches.csv');
    await writeFile(path, bytes, { mode: 0o600 });
    return await read(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
