import { setTimeout as pause } from 'node:timers/promises';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailEnv, Way } from './mail.ts';
import { messageOf } from './message.ts';

const PATIENCE_MS = 10_000;
const CLOSING_MS = 4000;

/** A mail server could not be reached or took the mail not; `message` names no address, so that it may be logged. */
export class MailNotSent extends Error {
  /** Whether the server takes no mail for that address, however often it is asked. */
  readonly isForNobody: boolean;

  constructor({ code = 'unknown', responseCode, command, permanent = false }: Partial<NodemailerError>) {
    super(`A mail was not sent: ${code}${responseCode === undefined ? '' : `, the server said ${responseCode}`}`);
    this.isForNobody = permanent && command === 'RCPT TO';
  }
}

/** Sends by a mail server over connections that are kept. STARTTLS is used where the server offers it. */
export function openSmtp(
  { SMTP_URL, MAIL_FROM }: MailEnv & { SMTP_URL: string },
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Way {
  const transport = createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: 3,
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  const underway = new Set<Promise<unknown>>();
  return {
    async send(letter) {
      const sent = transport.sendMail(messageOf(letter, MAIL_FROM));
      underway.add(sent);
      try {
        await sent;
      } catch (error) {
        throw new MailNotSent(error as NodemailerError);
      } finally {
        underway.delete(sent);
      }
    },
    async close() {
      const patience = new AbortController();
      await Promise.race([
        Promise.allSettled(underway),
        pause(CLOSING_MS, undefined, { signal: patience.signal }).catch(() => {}),
      ]);
      patience.abort();
      transport.close({ force: true });
    },
  };
}
