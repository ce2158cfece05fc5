import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { TooMany, Unavailable } from '../http/errors.ts';
import type { Letter, Mail } from '../mail/mail.ts';

const RETRY_SECONDS = 60;
const PATIENCE_MS = 3000;

/** How accounts send letters: one way waits, the other does not. */
export interface Post {
  /** @throws {Unavailable} when the letter could not be sent */
  send(letter: Letter): Promise<void>;
  /**
   * Writes and sends a letter without keeping the answer waiting: neither how long it takes nor a mail server that is down
   * shows in it. A failure is logged; a letter too many is not sent.
   * @param write null when there is nothing to send after all
   */
  later(write: () => Promise<Letter | null>): void;
  /** Waits for the letters that are still to be sent, 3 s at most. */
  settled(): Promise<void>;
}

export function openPost(mail: Mail, log: FastifyBaseLogger): Post {
  const underway = new Set<Promise<void>>();
  const failed = (error: unknown) => log.error({ err: error }, 'a mail was not sent');

  async function writeAndSend(write: () => Promise<Letter | null>) {
    // The answer goes out first.
    await turn();
    try {
      const letter = await write();
      if (letter) await mail.send(letter);
    } catch (error) {
      if (!(error instanceof TooMany)) failed(error);
    }
  }

  return {
    async send(letter) {
      try {
        await mail.send(letter);
      } catch (error) {
        failed(error);
        throw new Unavailable('We could not send the mail. Please try again later.', RETRY_SECONDS);
      }
    },
    later(write) {
      const sent = writeAndSend(write).finally(() => underway.delete(sent));
      underway.add(sent);
    },
    async settled() {
      const patience = new AbortController();
      const tired = pause(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([Promise.all(underway), tired]);
      patience.abort();
    },
  };
}
