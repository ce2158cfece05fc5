import { createEmailId, type Mailer, type MailerEnv, validateEmail } from './mailer.ts';
import { createOutboxTransport } from './outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

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
