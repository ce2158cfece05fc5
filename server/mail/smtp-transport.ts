import { setTimeout as pause } from 'node:timers/promises';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailerEnv, Transport } from './mailer.ts';
import { toMessage } from './message.ts';

const TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 4000;

/** A mail server could not be reached or took the mail not; `message` names no address, so that it may be logged. */
export class EmailNotSent extends Error {
  /** Whether the server takes no mail for that address, however often it is asked. */
  readonly isRecipientRejected: boolean;

  constructor({ code = 'unknown', responseCode, command, permanent = false }: Partial<NodemailerError>) {
    super(`A mail was not sent: ${code}${responseCode === undefined ? '' : `, the server said ${responseCode}`}`);
    this.isRecipientRejected = permanent && command === 'RCPT TO';
  }
}

/** Sends by a mail server over connections that are kept. STARTTLS is used where the server offers it. */
export function createSmtpTransport(
  { SMTP_URL, MAIL_FROM }: MailerEnv & { SMTP_URL: string },
  { patienceMs = TIMEOUT_MS }: { patienceMs?: number } = {},
): Transport {
  const transport = createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: 3,
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  const inFlight = new Set<Promise<unknown>>();
  return {
    async send(letter) {
      const sent = transport.sendMail(toMessage(letter, MAIL_FROM));
      inFlight.add(sent);
      try {
        await sent;
      } catch (error) {
        throw new EmailNotSent(error as NodemailerError);
      } finally {
        inFlight.delete(sent);
      }
    },
    async close() {
      const timeout = new AbortController();
      await Promise.race([
        Promise.allSettled(inFlight),
        pause(CLOSE_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
      ]);
      timeout.abort();
      transport.close({ force: true });
    },
  };
}
