import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Page } from '@playwright/test';
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, splitLocalPath, toLocale } from '#contract/i18n/languages.ts';
import type { MessageValues } from '#contract/i18n/t.ts';
import { readCatalog, toEnglishText, toMessages } from '#web/build/messages/catalogs.ts';

/** The Spanish messages by their keys. */
export const SPANISH_MESSAGES = toMessages(readCatalog(join(import.meta.dirname, '../../..'), 'es'));

/**
 * A message of the site in Spanish, without its tags.
 * @param text in English, with the context in brackets if it has one: 'Open [verb]'
 * @throws if the catalog has no such message, or a value is missing
 */
export const es = (text: string, values?: MessageValues): string => format(text, 'es', values);

function format(key: string, language: Language, values?: MessageValues): string {
  const message = getMessage(key, language).replace(/<\/?\w+>/g, '');
  const isPlain = !values && !message.includes('{');
  return isPlain ? message : String(new IntlMessageFormat(message, toLocale(language)).format(values));
}

/** Matches a text that begins with a message of the site in Spanish, with anything for its arguments. */
export const esLike = (text: string): RegExp =>
  new RegExp(
    `^(?:${toForms(parse(getMessage(text, 'es')))
      .map(toPattern)
      .join('|')})`,
    'u',
  );

/** A message in the language of the page that is open. */
export const textOn = (page: Page, text: string, values?: MessageValues): string =>
  format(text, splitLocalPath(new URL(page.url()).pathname).language, values);

function getMessage(key: string, language: Language): string {
  const message = SPANISH_MESSAGES.get(key);
  if (message === undefined) throw new Error(`There is no message for: ${key}`);
  return language === 'es' ? message : toEnglishText(key);
}

/** A text that a message may become: its literal parts, and null for each argument. */
export type Form = (string | null)[];

/** The texts that a message may become, one for each form of its plurals and selects. */
export function toForms(elements: MessageFormatElement[]): Form[] {
  let forms: Form[] = [[]];
  for (const element of elements) {
    const parts = toParts(element);
    forms = forms.flatMap((form) => parts.map((part) => [...form, ...part]));
  }
  return forms;
}

function toParts(element: MessageFormatElement): Form[] {
  if (element.type === TYPE.literal) return [[element.value]];
  if (element.type === TYPE.tag) return toForms(element.children);
  if (element.type === TYPE.plural || element.type === TYPE.select)
    return Object.values(element.options).flatMap(({ value }) => toForms(value));
  return [[null]];
}

/** The source of a pattern for a form, with anything for its arguments. */
export const toPattern = (form: Form): string =>
  form.map((part) => (part === null ? '.+?' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))).join('');
