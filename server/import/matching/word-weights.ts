import { readFileSync } from 'node:fs';

/** How much each word of a name tells: the rarer it is among businesses, the more. */
export interface WordWeights {
  /** From about 1, for a word that every eighth name has, to 10. */
  get(word: string): number;
  /** Counts the words of a name. */
  add(words: Iterable<string>): void;
}

// A table of this size holds every word that is frequent enough to tell less than others.
const MAX_WORDS = 20_000;

/**
 * Begins with the words of the shipped files (`name-words.csv`), so that the first rows of a small file are weighed like the last ones
 * of a large one, and learns those of the rows it is given.
 */
export function createWordWeights(): WordWeights {
  const counts = new Map(readCounts());
  let names = counts.get(ALL_NAMES) ?? 0;
  counts.delete(ALL_NAMES);
  return {
    get(word) {
      const weight = Math.log((names + 2) / ((counts.get(word) ?? 0) + 1));
      return GENERIC.has(word) ? weight * GENERIC_SHARE : weight;
    },
    add(words) {
      names++;
      for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
      if (counts.size > MAX_WORDS) for (const [word, count] of counts) if (count === 1) counts.delete(word);
    },
  };
}

const ALL_NAMES = '*';

const readCounts = () =>
  readFileSync(new URL('name-words.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line): [string, number] => {
      const [word = '', count = ''] = line.split(',');
      return [word, Number(count)];
    });

// Words that name the kind of a business and not the business, also where they are rare.
const GENERIC_SHARE = 0.35;
const GENERIC = new Set(
  `agency auto bakery bank bar barber beauty beer bistro brewing brewhouse cafe car care center certified chiropractic church clinic
  coffee community construction corner dental dentist dentistry design dialysis district donut express family farmer fitness food
  foundation fuel garden gas general gourmet grill group grocer grocery gym hair hall health healthcare home hospice hospital hotel house
  inn institute insurance international kitchen law liquor lounge market massage meat medical memorial mexican mini motel nail neighborhood
  nursing office optical park pharmacy physical pizza place plaza plumbing pub regional repair restaurant salon school service shop
  shopping skilled smog spa station storage store street studio super supercenter supermarket superstore supply surgery system taco tap
  taproom tavern tea therapy tire travel university urgent wash wellness wine yoga`.split(/\s+/),
);
