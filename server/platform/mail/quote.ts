/*
 * Text that people typed, as emails may show it: mail programs must not turn any of it into a link, and readers must see that it
 * is not ours. See docs/decisions/0052-emails-cannot-be-aimed-at-strangers.md.
 */

import { truncate } from '#contract/text.ts';

/** The longest quoted line, in characters, unless a caller says otherwise. */
const MAX_LINE_LENGTH = 100;

// NFKC and IDNA treat the others as a full stop.
const DOT = /[.\u2024\u3002\uff0e\uff61]/;
const LETTER_OR_DIGIT = '[\\p{L}\\p{M}\\p{N}]';
const DOMAIN_DOT = new RegExp(`(?<=${LETTER_OR_DIGIT}[-_]*)${DOT.source}(?=[-_]*\\p{L})`, 'gu');
const IP_ADDRESS = /\b(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b/g;
const SCHEME = /\b(?:[a-z][a-z\d+.-]*:\/+|mailto:|tel:|sms:|data:|javascript:)/giu;
const AT_SIGN = /(?<=\S)[@\uff20\ufe6b](?=\S)/gu;
// Controls, bidirectional and invisible characters, which could hide where the quotation ends.
const INVISIBLE = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu;

/** One line in quotation marks: “text”. */
export const quoteLine = (text: string, maxLength?: number): string => `“${defangLine(text, maxLength)}”`;

/** One line without quotation marks, for subjects. */
export const defangLine = (text: string, maxLength = MAX_LINE_LENGTH): string =>
  truncate(defang(text).replace(/\s+/g, ' ').trim(), maxLength);

/** Text of several lines, each after a `>`. */
export const quoteLines = (text: string, maxLength: number): string =>
  truncate(defang(text).trim(), maxLength).replace(/^/gm, '> ');

/** Writes addresses so that no mail program makes a link of them: `evil[.]example`, `name[at]evil[.]example`. */
function defang(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(SCHEME, '')
    .replace(AT_SIGN, '[at]')
    .replace(DOMAIN_DOT, '[.]')
    .replace(IP_ADDRESS, '$1[.]$2[.]$3[.]$4')
    .replace(/[“”„‟«»"]/g, '’');
}
