import { join } from 'node:path';
import { MAX_MESSAGE_PICTURES } from '#contract/conversations/topics.ts';
import { startConfined } from '#server/platform/confined-process.ts';
import { type ConfirmSubscription, type Envelope, type InboundMail, MailRefused } from './inbound-mail.ts';
import type { MailTask, OpenAnswer, ReadAnswer, Refusal } from './mail.child.ts';
import type { MailSource, ReadOptions } from './open-mail.ts';
import { getReplyLines } from './reply-line.ts';

/**
 * Reads an email. Its content is parsed only if `admit` says so.
 * @returns null for one that is not admitted, and for a request that brings none
 * @throws {MailRefused} for one that cannot be read, or that takes too much time or memory
 */
export type ReadMail = (
  source: MailSource & { bytes: Buffer },
  admit: (envelope: Envelope) => Promise<boolean>,
) => Promise<InboundMail | ConfirmSubscription | null>;

const ROOT = join(import.meta.dirname, '../../../..');
const CONFINEMENT = {
  timeoutMs: 30_000,
  // Enough for an email of the largest size with lines of 40 characters; files have lines of 76.
  maxHeapMb: 96,
  // Requests come first.
  priority: 5,
  readable: [import.meta.dirname, join(ROOT, 'contract/zod.ts'), join(ROOT, 'package.json')],
};

/**
 * Reads emails one at a time, each in a process of its own: whoever has an address of ours can send an email whose parsing takes any time and
 * memory. See docs/decisions/0126-answers-by-email.md.
 */
export function createMailProcesses(): ReadMail {
  let queue: Promise<unknown> = Promise.resolve();
  return (source, admit) => {
    const done = queue.then(() => readInProcess(source, admit));
    // The caller gets the failure; the queue goes on.
    queue = done.catch(() => {});
    return done;
  };
}

/** What is read of emails. */
export const getReadOptions = (): ReadOptions => ({ maxPictures: MAX_MESSAGE_PICTURES, replyLines: getReplyLines() });

const readInProcess: ReadMail = async (source, admit) => {
  const child = startConfined(join(import.meta.dirname, 'mail.child.ts'), CONFINEMENT);
  try {
    const opened = accept(await child.ask<OpenAnswer>({ source, options: getReadOptions() } satisfies MailTask));
    if (opened === null || 'confirmAt' in opened) return opened;
    if (!(await admit(opened.envelope))) return null;
    return accept(await child.ask<ReadAnswer>({})).mail;
  } finally {
    child.end();
  }
};

/** @throws {MailRefused} for an answer that says so, or none */
function accept<Answer extends object | null>(answer: Answer | 'killed'): Exclude<Answer, Refusal> {
  if (answer === 'killed') throw new MailRefused('unreadable', 'it needs too much time or memory');
  if (isRefusal(answer)) throw new MailRefused(answer.refused, answer.cause);
  return answer as Exclude<Answer, Refusal>;
}

const isRefusal = (answer: object | null): answer is Refusal => answer !== null && 'refused' in answer;
