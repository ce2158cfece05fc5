import { parseAddress } from './address.ts';
import { compareWords, isSameWord } from './compare-words.ts';
import { parseName } from './name.ts';
import { createWordWeights } from './word-weights.ts';

/** Names that share less than this are those of two businesses, unless all else agrees and a person says so. */
export const DISTINCT_SIMILARITY = 0.62;

interface NamedBusiness {
  business_name: string;
  address: string | null;
  city?: string;
  phone: string | null;
}

/** Whether one business is the other one under another name: in the same place, with the same telephone. */
export function isRenamed(a: NamedBusiness, b: NamedBusiness): boolean {
  const [first, second] = [parseAddress(a.address), parseAddress(b.address)];
  if (first.number === null || first.number !== second.number || first.street.join() !== second.street.join())
    return false;
  if (a.phone === null || a.phone !== b.phone) return false;
  const weights = createWordWeights();
  const [former, latter] = [parseName(a.business_name).words, parseName(b.business_name).words];
  const { similarity, haveOwn } = compareWords(former, latter, weights.get);
  const city = new Set([a.city, b.city].flatMap((name) => parseName(name ?? '').words));
  const adds = (words: string[], others: string[]) =>
    words.some(
      (word) =>
        !city.has(word) &&
        weights.get(word) >= NEW_WORD_WEIGHT &&
        !others.some((other) => isSameWord(word, other, others) || others.join('').includes(word)),
    );
  return (
    similarity < 1 && ((haveOwn && similarity < DISTINCT_SIMILARITY) || adds(former, latter) || adds(latter, former))
  );
}

/** Of a word that few names have, as 'pilates', and not of one that says what everybody knows, as 'coffee'. */
const NEW_WORD_WEIGHT = 6;
