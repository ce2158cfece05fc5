import { DEFAULT_LANGUAGE, type Language, toLanguage, toLocale, toLocalPath } from '#contract/i18n/languages.ts';
import { getLanguage, inLanguage } from '../http/request-language.ts';
import type { Email } from './mailer.ts';

/** An email in the language of its recipient. Only such emails are queued, so that none is in the language of who caused it. */
export interface WrittenEmail extends Email {
  language: Language;
}

/**
 * Writes an email in the language of its recipient: that of the account, or else of the page on which they gave their address. See
 * docs/decisions/0133-emails-in-the-recipients-language.md.
 * @param language as it is stored; English if the site does not have it
 */
export function writeEmail(language: string, write: () => Email): WrittenEmail {
  const known = toLanguage(language);
  return inLanguage(known, () => ({ ...write(), language: known }));
}

/** Somebody who gets emails. */
export interface Recipient {
  email: string;
  /** As it is stored. */
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

/** The day of a time in Los Angeles: 'November 27, 2026'. */
export const formatDay = (at: Date): string => format(at, { dateStyle: 'long' });

/** A time in Los Angeles: 'November 27, 2026 at 9:00 AM'. */
export const formatTime = (at: Date): string => format(at, { dateStyle: 'long', timeStyle: 'short' });

const format = (at: Date, options: Intl.DateTimeFormatOptions) =>
  at.toLocaleString(toLocale(getLanguage()), { ...options, timeZone: 'America/Los_Angeles' });

/** The text of an email from its paragraphs; those that are left out are not texts. */
export const joinParagraphs = (...paragraphs: (string | false | null | undefined)[]): string =>
  paragraphs.filter((paragraph) => typeof paragraph === 'string').join('\n\n');

/** Labels with their values below each other, in columns: one paragraph. */
export function alignRows(rows: [label: string, value: string][]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows.map(([label, value]) => label.padEnd(width) + value).join('\n');
}
