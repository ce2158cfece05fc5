import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from 'kysely';
import { fromKysely, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { DB } from '../db/schema.ts';
import { newLetterId } from '../mail/letter-id.ts';
import { checkLetter, type Letter, type Mail } from '../mail/mail.ts';
import { MailNotSent } from '../mail/smtp.ts';

/** The queue of letters, as pg-boss knows it. */
export const MAIL_QUEUE = {
  name: 'mail',
  // 15 s, 30 s, 1 min … 1 h, then every hour: a mail server may be away for three days.
  retryLimit: 80,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3600,
  // More than the mail server is given to answer for a batch; a process that died lets go of its letters after it.
  expireInSeconds: 120,
  // Addresses are not kept longer than they are needed.
  deleteAfterSeconds: 3600,
  deadLetter: 'mail-given-up',
};

/** Where the letters lie that were given up. Nobody takes them from there: they are for the administrator to see. */
export const GIVEN_UP_QUEUE = { name: MAIL_QUEUE.deadLetter, retentionSeconds: 14 * 86_400 };

// As many as the connections to the mail server send in two rounds.
const BATCH = 6;
// What retries come due by, and how soon another process takes over; what is new is looked for at once.
const POLL_SECONDS = 10;
// The letter is there when its transaction has committed, which nobody tells us: look soon, and again.
const LOOK_AFTER_MS = [30, 300, 1500];

/** Letters that wait for their sending in the database. */
export interface MailQueue {
  add(trx: Transaction<DB>, ...letters: Letter[]): Promise<void>;
  /** Looks no more for new letters. */
  close(): void;
}

/** Sends the letters of the queue, at least once each; one that was given up is in the log. */
export async function workMailQueue(boss: PgBoss, mail: Mail, log: FastifyBaseLogger): Promise<MailQueue> {
  type Job = JobWithMetadata<Letter>;

  async function send({ id, data, retryCount, retryLimit }: Job): Promise<JobResult> {
    try {
      await mail.send(data);
      return { id, status: 'completed' };
    } catch (error) {
      const isForNobody = error instanceof MailNotSent && error.isForNobody;
      if (isForNobody || retryCount >= retryLimit) log.error({ err: error, letter: data.id }, 'a mail was given up');
      else log.warn({ err: error, letter: data.id, tries: retryCount + 1 }, 'a mail was not sent; it is tried again');
      return { id, status: isForNobody ? 'deadletter' : 'failed' };
    }
  }

  const worker = await boss.work(
    MAIL_QUEUE.name,
    {
      batchSize: BATCH,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLL_SECONDS,
      includeMetadata: true,
      perJobResults: true,
    },
    (jobs: Job[]) => Promise.all(jobs.map(send)),
  );

  const looks = new Set<NodeJS.Timeout>();
  function lookIn(ms: number) {
    const timer = setTimeout(() => {
      looks.delete(timer);
      boss.notifyWorker(worker);
    }, ms);
    looks.add(timer.unref());
  }

  return {
    async add(trx, ...letters) {
      letters.forEach(checkLetter);
      const jobs = letters.map((letter) => ({ data: { id: newLetterId(), ...letter } }));
      await boss.insert(MAIL_QUEUE.name, jobs, { db: fromKysely(trx) });
      if (looks.size < LOOK_AFTER_MS.length) LOOK_AFTER_MS.forEach(lookIn);
    },
    close() {
      looks.forEach(clearTimeout);
    },
  };
}
