import { setTimeout as delay } from 'node:timers/promises';
import { createTransport, type NodemailerError } from 'nodemailer';
import { toHtml } from './html.ts';
import type { MailerEnv, Transport } from './mailer.ts';
import { toMessage } from './message.ts';

const TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 4000;

/** The mail server could not be reached or rejected the email. The message contains no address, so that it can be logged. */
export class EmailNotSent extends Error {
  /** Whether the server rejects the address permanently. */
  readonly isRecipientRejected: boolean;
  /** Whether the server did not get it, or said that it does not take it: an attempt can be repeated without sending it twice. */
  readonly isSurelyUnsent: boolean;

  constructor({ code = 'unknown', responseCode, command, permanent = false }: Partial<NodemailerError>) {
    super(`A mail was not sent: ${code}${responseCode === undefined ? '' : `, the server said ${responseCode}`}`);
    this.isSurelyUnsent = responseCode !== undefined || code === 'ECONNECTION' || code === 'EDNS' || command === 'CONN';
    this.isRecipientRejected = permanent && command === 'RCPT TO';
  }
}

/** Sends through a mail server over pooled connections. Uses STARTTLS if the server offers it. */
export function createSmtpTransport(
  { SMTP_URL, MAIL_FROM, ORIGIN }: MailerEnv & { SMTP_URL: string },
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
    async send(email) {
      const html = toHtml({ ...email, siteName: MAIL_FROM.name, origin: ORIGIN });
      const sent = transport.sendMail({ ...toMessage(email, MAIL_FROM), html });
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
        // An abort ends the wait early.
        delay(CLOSE_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => {}),
      ]);
      timeout.abort();
      transport.close({ force: true });
    },
  };
}
