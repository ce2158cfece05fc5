import type { Language } from '#contract/i18n/languages.ts';
import type { Env } from '#server/platform/env/env.ts';

/**
 * Why an email is sent. Each purpose has limits of its own, so that those that anybody can cause use up none of the others.
 * - `confirmation`: a link that confirms the address of an account
 * - `reset`: a link for a forgotten password
 * - `security`: a notice about a change of the account
 * - `requested`: any other to an address that somebody typed, and that is not known to be theirs
 * - `payment`: receipts, refunds and their questions
 * - `notice`: everything else
 */
export type MailPurpose = (typeof MAIL_PURPOSES)[number];
export const MAIL_PURPOSES = ['confirmation', 'reset', 'security', 'requested', 'payment', 'notice'] as const;

/** An email to one address. The mail server gets its text as HTML too. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  /** The language of the email: see `writeEmail`. */
  language?: Language;
  /** What its limits are, see `limitMailer`; `notice` if omitted. */
  purpose?: MailPurpose;
  /** The name of the sender, if it is not that of `MAIL_FROM`. */
  senderName?: string;
  /** The Reply-To address, if replies do not go to the sender. */
  replyTo?: string;
  /** The address that the email is from and that takes the reply, if it is not that of `MAIL_FROM`. Bounces go to the latter. */
  replyAddress?: string;
  /** Where it comes back if it cannot be delivered, if that is not the address of `MAIL_FROM`. */
  bounceAddress?: string;
  /** For a recurring email: the URL where one POST without sign-in unsubscribes (RFC 8058). */
  unsubscribe?: string;
  /**
   * From `createEmailId`, for the Message-ID and the file name in the outbox. An email that is sent twice with the same id
   * can be recognized as one. Without it, each call of `send` creates an id.
   */
  id?: string;
}

/** Sends emails. */
export interface Mailer {
  /**
   * Resolves when the mail server has accepted the email, or when it is in the outbox.
   * @throws {InvalidEmail} for an invalid address or a subject of several lines
   * @throws {MailNotSent} when the mail server cannot be reached or rejects the email
   */
  send(email: Email): Promise<void>;
  /** Waits up to 4 s for emails that are being sent, then closes the connections. */
  close(): Promise<void>;
}

/** One way to send emails, which are valid and have an id here. */
export interface Transport {
  send(email: Email & { id: string }): Promise<void>;
  close(): Promise<void>;
}

/** An email that is not sent, because its address or subject could inject headers. */
export class InvalidEmail extends Error {}

/** The settings that select and configure the transport. */
export type MailerEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'ORIGIN'>;
