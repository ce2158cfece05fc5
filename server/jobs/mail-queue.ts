import { createEmailId } from '../mail/email-id.ts';
import { type Email, type Mailer, validateEmail } from '../mail/mailer.ts';
import { EmailNotSent } from '../mail/smtp-transport.ts';
import type { QueueHandler } from './queue.ts';

/** A letter with the name that it keeps however often it is tried. */
type QueuedEmail = Email & { id: string };

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
export const DEAD_LETTER_QUEUE = { name: MAIL_QUEUE.deadLetter, retentionSeconds: 14 * 86_400 };

/** How letters that wait in the database are sent. */
export const mailQueueHandler = (mail: Mailer): QueueHandler<QueuedEmail> => ({
  queue: MAIL_QUEUE,
  // As many as the connections to the mail server send in two rounds.
  concurrency: 6,
  work: (letter) => mail.send(letter),
  isPermanentFailure: (error) => error instanceof EmailNotSent && error.isRecipientRejected,
  failureMessage: 'a mail was not sent',
  toLogFields: ({ id }) => ({ letter: id }),
});

/** @throws {BadLetter} when an address is none, or the subject is more than one line */
export function toQueuedEmail(letter: Email): QueuedEmail {
  validateEmail(letter);
  return { id: createEmailId(), ...letter };
}
