import { z } from './zod.ts';

// What no text shows; PostgreSQL takes no zero byte, UTF-8 no half of a pair.
const CONTROL = /[\p{Cc}\p{Cs}]/u;
const CONTROL_BUT_LINES = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

const NO_CONTROL = 'Control characters cannot be used here';

/** How long a text may be, in UTF-16 units, and what is said of one that is not. */
interface Length {
  least?: number;
  tooShort?: string;
  most: number;
  tooLong: string;
}

/** One line of text: trimmed, without control characters. */
export const line = ({ least = 0, tooShort = '', most, tooLong }: Length) =>
  z
    .string(tooShort)
    .trim()
    .min(least, tooShort)
    .max(most, tooLong)
    .refine((text) => !CONTROL.test(text), NO_CONTROL);

/** Text of several lines, which end with a line feed however they were sent. */
export const lines = ({ least = 0, tooShort = '', most, tooLong }: Length) =>
  z
    .string(tooShort)
    .overwrite((text) => text.replace(/\r\n?/g, '\n').trim())
    .min(least, tooShort)
    .max(most, tooLong)
    .refine((text) => !CONTROL_BUT_LINES.test(text), NO_CONTROL);
