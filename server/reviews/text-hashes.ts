/** So many of a text: at half of the phrases in common two texts share one with 99.9 %, at a tenth with 68 %. */
const HASHES = 10;
const PHRASE_WORDS = 3;

/**
 * Numbers by which texts that are much alike are found with an index (MinHash, https://doi.org/10.1109/SEQUEN.1997.666900): the lowest
 * hashes of its phrases of three words, by ten hash functions. Accents, case and punctuation do not matter. 32-bit integers.
 */
export function hashText(text: string): number[] {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  if (!words) return [];
  const phrases =
    words.length < PHRASE_WORDS
      ? [words]
      : words.slice(PHRASE_WORDS - 1).map((_, at) => words.slice(at, at + PHRASE_WORDS));
  const hashes = phrases.map((phrase) => fnv1a(phrase.join(' ')));
  return Array.from({ length: HASHES }, (_, n) => {
    const lowest = Math.min(...hashes.map((hash) => mix(hash ^ Math.imul(n + 1, 0x9e3779b1))));
    // The last digit says by which function, so that different ones are never equal.
    return (Math.floor(lowest / HASHES) * HASHES + n) | 0;
  });
}

/** http://www.isthe.com/chongo/tech/comp/fnv/ */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The last step of MurmurHash3: each bit of the result depends on all of the input. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
