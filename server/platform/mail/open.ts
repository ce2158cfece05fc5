import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer';
import { Unavailable } from '#server/platform/http/errors.ts';
import { writeDurably } from '#server/platform/storage/write-file.ts';
import type { Mailer, MailerEnv, Transport } from './mailer.ts';
import { toMessage } from './message.ts';
import { createSmtpTransport } from './smtp-transport.ts';
import { createEmailId, validateEmail } from './write-email.ts';

/**
 * Sends through the mail server at `SMTP_URL`; without one, writes each email to a file in `DATA_DIR/outbox`.
 * @param options.patienceMs the timeout of each step of a delivery
 */
export function createMailer(env: MailerEnv, options?: { patienceMs: number }): Mailer {
  const transport =
    env.SMTP_URL === undefined
      ? createOutboxTransport(env)
      : createSmtpTransport({ ...env, SMTP_URL: env.SMTP_URL }, options);
  return {
    async send(email) {
      validateEmail(email);
      await transport.send({ id: createEmailId(), ...email });
    },
    close: () => transport.close(),
  };
}

const RETRY_SECONDS = 60 * 60;

/** Refuses every email: the mailer of a restored copy. */
export const HELD_MAILER: Mailer = {
  send: () => Promise.reject(new Unavailable('A restored copy of the site sends no emails.', RETRY_SECONDS)),
  close: async () => {},
};

/**
 * Writes each email to `DATA_DIR/outbox/<id>.eml` (RFC 5322): the newest sorts last, and an email that is sent twice is one
 * file. Only the user of the process may read the files, because they contain links with tokens.
 */
function createOutboxTransport({ DATA_DIR, MAIL_FROM }: MailerEnv): Transport {
  const folder = join(DATA_DIR, 'outbox');
  return {
    async send(email) {
      const node = new MailComposer(toMessage({ ...email, text: '' }, MAIL_FROM)).compile();
      // 8bit leaves links whole: people and tests read this file directly.
      node.setHeader({ 'Content-Type': 'text/plain; charset=utf-8', 'Content-Transfer-Encoding': '8bit' });
      const text = email.text.replace(/\r?\n/g, '\r\n');
      await writeDurably(join(folder, `${email.id}.eml`), `${node.buildHeaders()}\r\n\r\n${text}\r\n`);
    },
    close: async () => {},
  };
}
