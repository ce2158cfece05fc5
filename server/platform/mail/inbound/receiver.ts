import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { Unavailable } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { toMailbox, toMailboxKey } from '#server/platform/mail/mailbox.ts';
import { collect } from './collect.ts';
import {
  type ConfirmSubscription,
  type Envelope,
  type InboundOutcome,
  MAX_INBOUND_BYTES,
  MAX_REQUEST_BYTES,
  MailRefused,
  type TakeInboundMail,
} from './inbound-mail.ts';
import type { ReadMail } from './mail-process.ts';
import type { MailSource } from './open-mail.ts';
import { recordRefused, wasRefused } from './refused-mails.ts';

/** What emails that were sent to us go through, whatever brings them. */
export interface MailReceiver {
  /** Whether somebody takes mail to an address. */
  hasRecipient(address: string): Promise<boolean>;
  /** Counts an email of a sender. @throws {TooManyRequests} after 120 in an hour */
  countSender(address: string): Promise<void>;
  /**
   * Takes the email that a stream has.
   * @throws {MailRefused} for good; the rest of one that is too large is not read
   * @throws {Unavailable} {TooManyRequests} or another error when it has to be delivered again later
   */
  receive(stream: Readable, source: MailSource): Promise<InboundOutcome | ConfirmSubscription>;
}

/** The dependencies of a `MailReceiver`. */
export interface ReceiverDeps {
  db: Kysely<DB>;
  read: ReadMail;
  take: TakeInboundMail;
  hasRecipient: MailReceiver['hasRecipient'];
  /** What our own emails come back to when they cannot be delivered. */
  bounces: { hasAddress(address: string): Promise<boolean>; record(addresses: string[]): Promise<void> };
  /** The addresses that our own emails come from: the one of `MAIL_FROM`, and all of `MAIL_DOMAIN`. */
  own: { address: string; domain: string | undefined };
  log: Pick<FastifyBaseLogger, 'warn'>;
}

// Several times what a busy office answers.
const SENDER_RATE_LIMIT: RateLimit = { limit: 120, windowSeconds: 60 * 60 };
// Each is held in memory until it is parsed, one after the other.
const MAX_AT_ONCE = 4;
const RETRY_SECONDS = 60;

/** Creates what receives emails: by LMTP, or by a webhook. */
export function createMailReceiver({ db, read, take, hasRecipient, bounces, own, log }: ReceiverDeps): MailReceiver {
  let atOnce = 0;
  const isOwn = (address: string) =>
    toMailbox(address) === toMailbox(own.address) || toMailbox(address).endsWith(`@${own.domain?.toLowerCase()}`);
  const countSender = (address: string) =>
    consumeRateLimit(db, `mail-from:${toMailboxKey(address)}`, SENDER_RATE_LIMIT);

  /** Whether the content is worth parsing. Bounces and our own emails are not answered: they would go round for ever. */
  async function admit({ sender, recipients }: Envelope, isCounted: boolean): Promise<boolean> {
    if ((await Promise.all(recipients.map(bounces.hasAddress))).includes(true)) return true;
    if (sender === '' || isOwn(sender)) return false;
    const known = await Promise.all(recipients.map(hasRecipient));
    if (!known.includes(true)) return false;
    if (!isCounted) await countSender(sender);
    return true;
  }

  async function receive(stream: Readable, source: MailSource) {
    const isCounted = source.via === 'lmtp';
    const { bytes, hash } = await collect(stream, isCounted ? MAX_INBOUND_BYTES : MAX_REQUEST_BYTES);
    if (await wasRefused(db, hash)) throw new MailRefused('unreadable');
    const mail = await read({ ...source, bytes }, (envelope) => admit(envelope, isCounted)).catch(async (error) => {
      if (error instanceof MailRefused)
        log.warn({ via: source.via, bytes: bytes.length, reason: error.cause }, 'an email was refused');
      if (error instanceof MailRefused && error.reason === 'unreadable') await recordRefused(db, hash);
      throw error;
    });
    if (mail === null) return 'ignored';
    if ('confirmAt' in mail) return mail;
    if (mail.isBounce) await bounces.record(mail.recipients);
    return mail.isAutomatic || isOwn(mail.from) ? 'ignored' : take(mail);
  }

  return {
    hasRecipient: async (address) => (await hasRecipient(address)) || bounces.hasAddress(address),
    countSender,
    async receive(stream, source) {
      if (atOnce >= MAX_AT_ONCE) throw new Unavailable('Too many emails at a time.', RETRY_SECONDS);
      atOnce += 1;
      try {
        return await receive(stream, source);
      } finally {
        atOnce -= 1;
      }
    },
  };
}
