import { IntlMessageFormat } from 'intl-messageformat';
import { DEFAULT_LANGUAGE, type Language, toLocale } from './languages.ts';

/** What stands for the arguments of a message. */
export type MessageValues = Record<string, string | number>;

/** Says in which language a message is wanted, and how the one with a key reads there; undefined where it is the English text. */
export interface MessageSource {
  getLanguage(): Language;
  getMessage(key: string, language: Language, text: string): string | undefined;
}

let source: MessageSource = { getLanguage: () => DEFAULT_LANGUAGE, getMessage: () => undefined };

/** Sets the languages of the program. Without it messages are English. */
export function setMessageSource(newSource: MessageSource) {
  source = newSource;
}

/**
 * A message in the language of the page, or of the request (docs/decisions/0129). The English text is the key of the catalogs of the other
 * languages in `content/{language}/messages`. With values it is an ICU message: `{count, plural, one {# listing} other {# listings}}`;
 * without, plain text. Pages contain the finished text: the build replaces the call, so all arguments must be literals.
 * @param context tells texts apart that are the same in English only: 'verb' of 'Open'
 */
export function t(text: string, values?: MessageValues | null, context?: string): string {
  const language = source.getLanguage();
  const message = source.getMessage(toMessageKey(text, context), language, text) ?? text;
  return values ? String(toFormat(message, language).format(values)) : message;
}

const defined = new Map<string, [text: string, values?: MessageValues | null, context?: string]>();

/** The key of a message in the catalogs: 'Open [verb]'. */
export const toMessageKey = (text: string, context?: string): string => (context ? `${text} [${context}]` : text);

/**
 * A message of a module's constants, such as a schema's: English on the server, which translates it by `translateDefined` when it
 * is shown; in the language of the page in pages. Only for calls that run once. An English text has one meaning here: what is stored
 * does not have the context.
 */
export function defineMessage(text: string, values?: MessageValues | null, context?: string): string {
  const message = values ? String(toFormat(text, DEFAULT_LANGUAGE).format(values)) : text;
  defined.set(message, [text, values, context]);
  return message;
}

/** A text of `defineMessage` in the language of the request; any other text unchanged. */
export function translateDefined(message: string): string {
  const origin = defined.get(message);
  return origin ? t(...origin) : message;
}

const formats = new Map<string, IntlMessageFormat>();

// Messages are literals of the program, so their number is bounded.
function toFormat(message: string, language: Language): IntlMessageFormat {
  const key = language + message;
  let format = formats.get(key);
  if (!format) {
    format = new IntlMessageFormat(message, toLocale(language));
    formats.set(key, format);
  }
  return format;
}
