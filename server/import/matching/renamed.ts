import { parseAddress } from './address.ts';
import { compareWords } from './compare-words.ts';
import { parseName } from './name.ts';
import { createWordWeights } from './word-weights.ts';

/** Names that share less than this are those of two businesses, unless all else agrees and a person says so. */
export const DISTINCT_SIMILARITY = 0.62;

interface NamedBusiness {
  business_name: string;
  address: string | null;
  phone: string | null;
}

/** Whether one business is the other one under another name: in the same place, with the same telephone. */
export function isRenamed(a: NamedBusiness, b: NamedBusiness): boolean {
  const [first, second] = [parseAddress(a.address), parseAddress(b.address)];
  if (first.number === null || first.number !== second.number || first.street.join() !== second.street.join())
    return false;
  if (a.phone === null || a.phone !== b.phone) return false;
  const weights = createWordWeights();
  const { similarity, haveOwn } = compareWords(
    parseName(a.business_name).words,
    parseName(b.business_name).words,
    weights.get,
  );
  return haveOwn && similarity < DISTINCT_SIMILARITY;
}
