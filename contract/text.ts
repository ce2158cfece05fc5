import { z } from './zod.ts';

// What no text shows; PostgreSQL takes no zero byte, UTF-8 no half of a pair.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;
const CONTROL_EXCEPT_NEWLINE_AND_TAB = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

const CONTROL_CHARACTERS_MESSAGE = 'Control characters cannot be used here';

/** How long a text may be, in UTF-16 units, and what is said of one that is not. */
interface TextLimits {
  min?: number;
  tooShort?: string;
  max: number;
  tooLong: string;
}

/** One line of text: trimmed, without control characters. */
export const singleLine = ({ min: least = 0, tooShort = '', max: most, tooLong }: TextLimits) =>
  z
    .string(tooShort)
    .trim()
    .min(least, tooShort)
    .max(most, tooLong)
    .refine((text) => !CONTROL_CHARACTERS.test(text), CONTROL_CHARACTERS_MESSAGE);

/** Text of several lines, which end with a line feed however they were sent. */
export const multiLine = ({ min: least = 0, tooShort = '', max: most, tooLong }: TextLimits) =>
  z
    .string(tooShort)
    .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
    .min(least, tooShort)
    .max(most, tooLong)
    .refine((text) => !CONTROL_EXCEPT_NEWLINE_AND_TAB.test(text), CONTROL_CHARACTERS_MESSAGE);
