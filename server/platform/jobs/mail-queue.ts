import { MailWithheld } from '#server/platform/mail/limits.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { EmailNotSent } from '#server/platform/mail/smtp-transport.ts';
import type { WrittenEmail } from '#server/platform/mail/write-email.ts';
import { type DeferredToken, fillInTokens, type TokenCreators } from './deferred-tokens.ts';
import type { QueueHandler } from './queue.ts';

/** An email, and the tokens that it will have when it is sent, if any. */
export type EmailToQueue = WrittenEmail & { deferred?: DeferredToken | DeferredToken[] };

/** The options of the email queue in pg-boss. */
export const MAIL_QUEUE = {
  name: 'mail',
  // 15 s, 30 s, 1 min … 1 h, then every hour: a mail server can be unavailable for three days.
  retryLimit: 80,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Longer than the timeout of the mail server for a batch. After it, the emails of a process that died are sent by others.
  expireInSeconds: 120,
  // Email addresses are deleted when they are no longer needed.
  deleteAfterSeconds: 3600,
  deadLetter: 'mail-given-up',
};

/** The dead letter queue. It has no worker: the administrator sees its emails. */
export const DEAD_LETTER_QUEUE = { name: MAIL_QUEUE.deadLetter, retentionSeconds: 14 * 86_400 };

/** The worker that sends the queued emails. */
export const mailQueueHandler = (mail: Mailer, tokenCreators: TokenCreators): QueueHandler<EmailToQueue> => ({
  queue: MAIL_QUEUE,
  // Twice the number of connections to the mail server.
  concurrency: 6,
  async work({ deferred, ...queued }) {
    const email = deferred ? await fillInTokens(queued, [deferred].flat(), tokenCreators) : queued;
    if (email) await mail.send(email);
  },
  isPermanentFailure: (error) =>
    (error instanceof EmailNotSent && error.isRecipientRejected) ||
    (error instanceof MailWithheld && error.isForRecipient),
  isLogged: (error) => error instanceof MailWithheld,
  failureMessage: 'a mail was not sent',
  toLogFields: ({ id }) => ({ emailId: id }),
});
