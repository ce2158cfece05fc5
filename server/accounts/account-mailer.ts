import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { t } from '#contract/i18n/t.ts';
import { TooManyRequests, Unavailable } from '#server/platform/http/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { WrittenEmail } from '#server/platform/mail/write-email.ts';

const RETRY_AFTER_SECONDS = 60;
const DRAIN_TIMEOUT_MS = 3000;

/** Sends the emails of accounts, during the request or after the response. */
export interface AccountMailer {
  /**
   * @throws {TooManyRequests} when it is above a limit of emails
   * @throws {Unavailable} when it could not be sent
   */
  send(email: WrittenEmail): Promise<void>;
  /**
   * Writes and sends an email after the response, so that neither the duration nor a failure is visible in the response. A
   * failure is logged; an email above the rate limit is not sent.
   * @param write returns null if there is nothing to send
   */
  sendInBackground(write: () => Promise<WrittenEmail | null>): void;
  /** Waits up to 3 s for emails that are not sent yet. */
  drain(): Promise<void>;
}

/** The mailer of accounts, which knows how many emails are in flight. */
export function createAccountMailer(mail: Mailer, log: FastifyBaseLogger): AccountMailer {
  const inFlight = new Set<Promise<void>>();
  const logFailure = (error: unknown) => log.error({ err: error }, 'a mail was not sent');

  async function writeAndSend(write: () => Promise<WrittenEmail | null>) {
    // The response is sent first.
    await setImmediate();
    try {
      const email = await write();
      if (email) await mail.send(email);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) logFailure(error);
    }
  }

  return {
    async send(email) {
      try {
        await mail.send(email);
      } catch (error) {
        if (error instanceof TooManyRequests) throw error;
        logFailure(error);
        throw new Unavailable(t('We couldn’t send the email. Please try again later.'), RETRY_AFTER_SECONDS);
      }
    },
    sendInBackground(write) {
      const sent = writeAndSend(write).finally(() => inFlight.delete(sent));
      inFlight.add(sent);
    },
    async drain() {
      const drained = new AbortController();
      // An abort ends the wait early.
      const timeout = setTimeout(DRAIN_TIMEOUT_MS, undefined, { signal: drained.signal }).catch(() => {});
      await Promise.race([Promise.all(inFlight), timeout]);
      drained.abort();
    },
  };
}
