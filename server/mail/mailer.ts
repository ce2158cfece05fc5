import { z } from '#contract/zod.ts';
import type { Env } from '#server/env.ts';
import { createEmailId } from './email-id.ts';
import { createOutboxTransport } from './outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

/** What is mailed: plain text to one address. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string;
  /** Of one that comes again and again: where a POST stops it, with one click and no sign-in (RFC 8058). */
  unsubscribe?: string;
  /**
   * From {@link createEmailId}: its Message-ID and the name of its file in the outbox, so that whoever gets it twice can see
   * that it is one. Without it every sending is a letter of its own.
   */
  id?: string;
}

/** The way out for mails. */
export interface Mailer {
  /**
   * Hands a mail over; done when the mail server has taken it, or when it lies in the outbox.
   * @throws {InvalidEmail} when an address is none, or the subject is more than one line
   * @throws {MailNotSent} when the mail server cannot be reached or refuses it
   */
  send(letter: Email): Promise<void>;
  /** Waits for what is being sent (4 s at most), then closes the connections. */
  close(): Promise<void>;
}

/** One way out: letters that come here are checked and have their id. */
export interface Transport {
  send(letter: Email & { id: string }): Promise<void>;
  close(): Promise<void>;
}

/** A mail that must not be written: with such an address or subject it could carry headers of a stranger's making. */
export class InvalidEmail extends Error {}

/** The settings that decide how mails leave. */
export type MailerEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>;

/**
 * The mail server that `SMTP_URL` names; without one every mail becomes a file in `DATA_DIR/outbox`.
 * @param options.patienceMs how long the server may keep us waiting at each step
 */
export function createMailer(env: MailerEnv, options?: { patienceMs: number }): Mailer {
  const transport =
    env.SMTP_URL === undefined
      ? createOutboxTransport(env)
      : createSmtpTransport({ ...env, SMTP_URL: env.SMTP_URL }, options);
  return {
    async send(letter) {
      validateEmail(letter);
      await transport.send({ id: createEmailId(), ...letter });
    },
    close: () => transport.close(),
  };
}

const address = z.email().max(254);
// As it stands in a header, between angle brackets.
const UNSUBSCRIBE_LINK = /^https?:\/\/[\w.:/~%[\]-]{1,500}$/;
// Line breaks end a header, and no other control character has anything to say in one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * What {@link Mailer} asks of a letter before it sends it, for whoever keeps one to send it later.
 * @throws {InvalidEmail} without the values: they are nobody's business in a log
 */
export function validateEmail({ to, subject, replyTo, unsubscribe }: Email) {
  if (!address.safeParse(to).success) throw new InvalidEmail('The address of the mail is none.');
  if (replyTo !== undefined && !address.safeParse(replyTo).success)
    throw new InvalidEmail('The address for answers is none.');
  if (unsubscribe !== undefined && !UNSUBSCRIBE_LINK.test(unsubscribe))
    throw new InvalidEmail('The link that stops the mail is none.');
  if (CONTROL_CHARACTERS.test(subject)) throw new InvalidEmail('The subject of the mail is more than a line.');
}
