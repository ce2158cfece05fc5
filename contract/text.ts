import { takeCharacters } from '#contract/values/visible-characters.ts';

/** The text, or its beginning with an ellipsis: at most `maxLength` characters. Never splits an emoji or an accented letter. */
export function truncate(text: string, maxLength: number): string {
  // No text has more characters than code units, and most are shorter.
  if (text.length <= maxLength || [...text].length <= maxLength) return text;
  return `${takeCharacters(text, maxLength - 1).trimEnd()}…`;
}

/** The first sentence in one line, or the beginning of a long one with an ellipsis: at most `maxLength` characters. */
export function firstSentence(text: string, maxLength = 160): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return truncate(/^.{10,}?[.!?](?= )/u.exec(line)?.[0] ?? line, maxLength);
}
