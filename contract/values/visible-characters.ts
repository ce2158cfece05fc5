// No zod here: every form ships this file.

/**
 * A text as it is stored: NFC, without characters that nobody sees and without those that turn the direction of what follows.
 * Joiners stay where they have an effect: in emoji, and between letters of Persian, Hindi and others.
 */
export function toVisible(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(JOINER, (joiner, at: number, whole: string) => (joins(whole, at) ? joiner : ''))
    .replace(EXCESSIVE_MARKS, '$1')
    .replace(TAG, (tags, at: number, whole: string) => (whole.slice(0, at).endsWith(BLACK_FLAG) ? tags : ''))
    .normalize('NFC');
}

/**
 * The number of characters of a text, as limits count them and forms show them: code points of what is stored, as in PostgreSQL,
 * without white space around it.
 */
export const countCharacters = (text: string): number => [...toVisible(toLineFeeds(text)).trim()].length;

/** Line breaks as line feeds, which count once. */
export const toLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n');

/**
 * Whether a person sees at least so many characters: an emoji of several code points is one, a run of white space is one, and what is
 * blank, such as a filler of Hangul, is none.
 */
export function hasVisible(text: string, min: number): boolean {
  const line = text.trim().replace(/\s+/g, ' ');
  if (min <= 1) return min <= 0 || VISIBLE.test(line);
  if (PRINTABLE_ASCII.test(line)) return line.length >= min;
  let count = 0;
  for (const { segment: character } of toClusters(line)) {
    if (character === ' ' || VISIBLE.test(character)) count += 1;
    if (count >= min) return true;
  }
  return count >= min;
}

/** The beginning of a text: at most so many characters, and no part of an emoji or of an accented letter. */
export function takeCharacters(text: string, max: number): string {
  if (PRINTABLE_ASCII.test(text)) return text.slice(0, max);
  let beginning = '';
  let count = 0;
  for (const { segment: character } of toClusters(text)) {
    count += [...character].length;
    if (count > max) break;
    beginning += character;
  }
  // A single cluster that is longer than all: a letter with hundreds of marks.
  return beginning || [...text].slice(0, max).join('');
}

let segmenter: Intl.Segmenter | undefined;

function toClusters(text: string) {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
}

const PRINTABLE_ASCII = /^[ -~]*$/;

// What has no width and no effect, and what controls the direction of text (UAX #9).
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e001f}\u{e0080}-\u{e0fff}]/gu;

// A flag of a region, such as Wales, is a black flag followed by tags.
const BLACK_FLAG = '\u{1f3f4}';
const TAG = /[\u{e0020}-\u{e007f}]+/gu;

// To sort those of one letter takes the square of their number. No language has more than 30 (UAX #15, Stream-Safe Text Format).
const EXCESSIVE_MARKS = /(\p{M}{30})\p{M}+/gu;

const JOINER = /[\u200c\u200d]/g;
const EMOJI_BEFORE = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;
const LETTER_BEFORE = /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}])\p{L}\p{M}*$/u;

/** Whether the joiner at a position of a text has an effect. */
function joins(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 8), at), text.slice(at + 1, at + 9)];
  if (LETTER_BEFORE.test(before)) return true;
  // Chromium 153 finds no emoji by a class of characters before `$`.
  return text[at] === '\u200d' && EMOJI_BEFORE.test([...before].at(-1) ?? '') && EMOJI_AFTER.test(after);
}

// Letters, digits, punctuation and symbols that leave ink. A blank pattern of Braille is a symbol, a filler of Hangul a letter.
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
