import { editDistance } from '#server/platform/edit-distance.ts';

/** From 0 to 1, which two words that no other name has reach. */
export const rarity = (words: string[], weight: (word: string) => number) => Math.min(1, sum(words, weight) / 20);

/** The weight of all words. */
export const sum = (words: string[], weight: (word: string) => number) =>
  words.reduce((total, word) => total + weight(word), 0);

/**
 * The weight of the common words, as the mean of their share in all words and in the shorter name, and whether each name has others,
 * too.
 */
export function compareWords(a: string[], b: string[], weight: (word: string) => number) {
  if (a.length === 0 || b.length === 0) return { similarity: 0, shared: [], haveOwn: true };
  if (a.join('') === b.join('')) return { similarity: 1, shared: a, haveOwn: false };
  const [left, right] = [joinWords(a, b), joinWords(b, a)];
  const shared = left.filter((word) => right.some((other) => isSameWord(word, other, right)));
  const [ofLeft, ofRight, ofShared] = [left, right, shared].map((words) => sum(words, weight)) as [
    number,
    number,
    number,
  ];
  const similarity =
    ofShared / (ofLeft + ofRight - ofShared) / 2 + Math.min(1, ofShared / Math.min(ofLeft, ofRight)) / 2;
  const isOwn = (word: string) => !left.some((other) => isSameWord(word, other, left));
  return { similarity, shared, haveOwn: shared.length < left.length && right.some(isOwn) };
}

/** Joins adjacent words that the other name writes as one. */
function joinWords(words: string[], other: string[]) {
  const joined: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const both = `${words[i]}${words[i + 1] ?? ''}`;
    if (words[i + 1] !== undefined && other.includes(both)) {
      joined.push(both);
      i++;
    } else joined.push(words[i] as string);
  }
  return [...new Set(joined)];
}

/** Whether two words are equal but for a slip of one letter, a cut end, or initials of the words of the other name. */
export function isSameWord(a: string, b: string, words: string[]) {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 5 && (long.startsWith(short) || editDistance(short, long, 1) <= 1)) return true;
  const at = words.indexOf(b);
  const initials = words
    .slice(at, at + a.length)
    .map((word) => word[0])
    .join('');
  return a.length >= 3 && initials === a;
}
