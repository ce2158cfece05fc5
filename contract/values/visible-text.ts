import { defineMessage } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { countCharacters, hasVisible, toLineFeeds, toVisible } from './visible-characters.ts';

// PostgreSQL refuses a zero byte, UTF-8 cannot encode a lone surrogate.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}]/u;
const CONTROL_EXCEPT_NEWLINE_AND_TAB = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

const CONTROL_CHARACTERS_MESSAGE = defineMessage('You can’t use control characters here');

/** The limits of a text, and the messages for a text outside of them. */
export interface TextLimits {
  /** In characters that a person sees (`hasVisible`). */
  min?: number;
  tooShort?: string;
  /** In characters as `countCharacters` counts them. */
  max: number;
  tooLong: string;
}

/** One line of text that a person can see: trimmed, without control characters. */
export const singleLine = (limits: TextLimits) => visibleText(limits, CONTROL_CHARACTERS);

/** Text of several lines; line breaks are converted to line feeds. */
export const multiLine = (limits: TextLimits) => visibleText(limits, CONTROL_EXCEPT_NEWLINE_AND_TAB);

function visibleText({ min = 0, tooShort = '', max, tooLong }: TextLimits, refused: RegExp) {
  // No character has more code units before it is normalized; and a text of 100 kB takes a third of a second.
  const fits = (text: string) => text.length <= MAX_UNITS * max + MAX_BLANKS;
  return z
    .string(tooShort)
    .refine(fits, { error: tooLong, abort: true })
    .overwrite((typed) => {
      const text = toVisible(toLineFeeds(typed)).trim();
      return hasVisible(text, 1) || refused.test(text) ? text : '';
    })
    .refine((text) => hasVisible(text, min), tooShort)
    .refine((text) => countCharacters(text) <= max, { error: tooLong, abort: true })
    .refine((text) => !refused.test(text), CONTROL_CHARACTERS_MESSAGE)
    .check(documentLimits(min, max));
}

/** Checks nothing: the document of the API has the limits, as those of `min` and `max`. */
function documentLimits(minimum: number, maximum: number) {
  const check = z.check<string>(() => {});
  check._zod.onattach.push(({ _zod: { bag } }) => Object.assign(bag, { ...(minimum > 0 && { minimum }), maximum }));
  return check;
}

const MAX_UNITS = 8;
const MAX_BLANKS = 1000;
