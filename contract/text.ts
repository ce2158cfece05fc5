import { defineMessage } from '#contract/i18n/t.ts';
import { z } from './zod.ts';

// Invisible in any text. PostgreSQL refuses a zero byte, UTF-8 cannot encode a lone surrogate.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;
const CONTROL_EXCEPT_NEWLINE_AND_TAB = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

const CONTROL_CHARACTERS_MESSAGE = defineMessage('You can’t use control characters here');

/** The length of a text in UTF-16 units, and the messages for a text outside of it. */
interface TextLimits {
  min?: number;
  tooShort?: string;
  max: number;
  tooLong: string;
}

/** One line of text: trimmed, without control characters. */
export const singleLine = ({ min = 0, tooShort = '', max, tooLong }: TextLimits) =>
  z
    .string(tooShort)
    .trim()
    .min(min, tooShort)
    .max(max, { error: tooLong, abort: true })
    .refine((text) => !CONTROL_CHARACTERS.test(text), CONTROL_CHARACTERS_MESSAGE);

/** Text of several lines; line breaks are converted to line feeds. */
export const multiLine = ({ min = 0, tooShort = '', max, tooLong }: TextLimits) =>
  z
    .string(tooShort)
    .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
    .min(min, tooShort)
    .max(max, { error: tooLong, abort: true })
    .refine((text) => !CONTROL_EXCEPT_NEWLINE_AND_TAB.test(text), CONTROL_CHARACTERS_MESSAGE);

/** The text, or its beginning with an ellipsis: at most `maxLength` characters. Never splits a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  const beginning = characters.slice(0, maxLength - 1).join('');
  return `${beginning.trimEnd()}…`;
}

/** The first sentence in one line, or the beginning of a long one with an ellipsis: at most `maxLength` characters. */
export function firstSentence(text: string, maxLength = 160): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return truncate(/^.{10,}?[.!?](?= )/u.exec(line)?.[0] ?? line, maxLength);
}
