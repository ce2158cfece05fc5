import { Unavailable } from '#server/platform/http/errors.ts';
import type { Mailer, MailerEnv } from './mailer.ts';
import { createOutboxTransport } from './outbox-transport.ts';
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
