import { randomBytes } from 'node:crypto';
import { DEFAULT_LANGUAGE, type Language, toLanguage, toLocale, toLocalPath } from '#contract/i18n/languages.ts';
import { z } from '#contract/zod.ts';
import { withEmailWords } from '#server/platform/email-words.ts';
import { getLanguage, inLanguage } from '#server/platform/http/request-language.ts';
import { type Email, InvalidEmail } from './mailer.ts';

/**
 * A valid email in the language of its recipient, with the id that it has in every attempt to send it. Only such emails are queued, so that
 * none is in the language of who caused it.
 */
export interface WrittenEmail extends Email {
  language: Language;
  id: string;
}

/**
 * Writes an email in the language of its recipient: that of the account, or else of the page on which they gave their address. See
 * docs/decisions/0133-emails-in-the-recipients-language.md.
 * @param language as it is stored; English if the site does not have it
 * @throws {InvalidEmail} for an invalid address or a subject of several lines
 */
export function writeEmail(language: string, write: () => Email): WrittenEmail {
  const known = toLanguage(language);
  const email = inLanguage(known, () => withEmailWords(write));
  validateEmail(email);
  return { id: createEmailId(), ...email, language: known };
}

const address = z.email().max(254);
// The part between angle brackets in a header.
const UNSUBSCRIBE_LINK = /^https?:\/\/[\w.:/~%[\]-]{1,500}$/;
// A line break would end the header; no other control character is valid in it either.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression detects control characters.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * The checks of every email, before it is queued and before it is sent.
 * @throws {InvalidEmail} whose message has no values, so that it can be logged
 */
export function validateEmail({
  to,
  subject,
  senderName = '',
  replyTo,
  replyAddress,
  bounceAddress,
  unsubscribe,
}: Email) {
  if (!address.safeParse(to).success) throw new InvalidEmail('The address of the mail is none.');
  for (const answered of [replyTo, replyAddress, bounceAddress])
    if (answered !== undefined && !address.safeParse(answered).success)
      throw new InvalidEmail('The address for answers is none.');
  if (unsubscribe !== undefined && !UNSUBSCRIBE_LINK.test(unsubscribe))
    throw new InvalidEmail('The link that stops the mail is none.');
  if (CONTROL_CHARACTERS.test(senderName)) throw new InvalidEmail('The name of the sender is more than a line.');
  if (CONTROL_CHARACTERS.test(subject)) throw new InvalidEmail('The subject of the mail is more than a line.');
}

let lastTime = 0;

/**
 * A new email id, `<time>-<random>`: valid as a file name and in a Message-ID (RFC 5322), and sorted by time of creation.
 * No two ids of a process have the same time, so that emails of the same millisecond stay in order.
 */
export function createEmailId(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return `${new Date(lastTime).toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`;
}

/** Somebody who gets emails. */
export interface Recipient {
  email: string;
  /** The stored code of the language. */
  language: string;
}

/** An account as the recipient of an email; null if it has no address. */
export const toRecipient = ({ email, language }: { email: string | null; language: string }): Recipient | null =>
  email === null ? null : { email, language };

/** Writes an email to whoever runs the site. */
export const writeToOperator = (write: () => Email): WrittenEmail => writeEmail(DEFAULT_LANGUAGE, write);

/** The address of a page in the language of the email that is being written. */
export const toPageUrl = ({ origin }: { origin: string }, path: string): string =>
  origin + toLocalPath(path, getLanguage());

/**
 * The path of an emailed link with its token: in the fragment, which browsers send to no server, so that neither a log nor a Referer
 * header has it (docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md).
 */
export const toTokenPath = (path: string, token: string): string => `${path}#token=${token}`;

/** The address of an emailed link, in the language of the email that is being written. */
export const toTokenUrl = (site: { origin: string }, path: string, token: string): string =>
  toPageUrl(site, toTokenPath(path, token));

/** The day of a time in Los Angeles: 'November 27, 2026'. */
export const formatDay = (at: Date): string => FORMATS[getLanguage()].day.format(at);

/** A time in Los Angeles: 'November 27, 2026 at 9:00 AM'. */
export const formatTime = (at: Date): string => FORMATS[getLanguage()].time.format(at);

const createFormats = (language: Language) => ({
  day: new Intl.DateTimeFormat(toLocale(language), { dateStyle: 'long', timeZone: 'America/Los_Angeles' }),
  time: new Intl.DateTimeFormat(toLocale(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Los_Angeles',
  }),
});
// Made once: it takes longer than to write an email.
const FORMATS = { en: createFormats('en'), es: createFormats('es') } satisfies Record<Language, unknown>;

/**
 * The text of an email from its paragraphs; those that are left out are not texts. A link that ends a line gets one of its own, where
 * no mail program breaks it.
 */
export const joinParagraphs = (...paragraphs: (string | false | null | undefined)[]): string =>
  paragraphs
    .filter((paragraph) => typeof paragraph === 'string')
    .join('\n\n')
    .replace(/^(?!> )(.*:) (?=https?:\/\/\S+$)/gm, '$1\n');

/** Begins the line above the link that HTML shows as a button, see `toHtml`. */
export const BUTTON_MARK = '→ ';

/** What an email leads to first, as a paragraph: each has one (`server/admin/emails/form.test.ts`). Other links are parts of sentences. */
export const toButton = (label: string, url: string): string => `${BUTTON_MARK}${label}:\n${url}`;

/** Labels with their values, one below the other: a paragraph that any width can show. */
export const toRows = (rows: [label: string, value: string][]): string =>
  rows.map(([label, value]) => `${label}: ${value}`).join('\n');
