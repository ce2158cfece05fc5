import { toPlainText } from '#contract/values/plain-text.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';

// With a space only at the end of the query, where no street number follows: '92614 1234'.
const PLUS_FOUR = /(?<![\d-])(\d{5})(?: ?- ?|(?= \d{4}$) )?\d{4}(?![\d-])/g;

/** The words of a search with the five digits of each ZIP+4 code: 'grocery 92614-1234' asks for what is near 92614. */
export function shortenZipCodes({ zipCodes }: Gazetteer, words: string): string {
  const text = toPlainText(words);
  const shortened = text.replace(PLUS_FOUR, (whole, zip: string) => (zipCodes.has(zip) ? zip : whole));
  return shortened === text ? words : shortened;
}
