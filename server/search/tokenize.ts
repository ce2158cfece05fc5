import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#server/platform/db/schema.ts';
import { notEnglishWords } from '#server/search/questions/question-rows.ts';

/** A normalized word: lower-case letters and digits without accents, and its stems. What is searched has no language. */
export interface Word {
  text: string;
  /** In English. */
  stem: string;
  /** In Spanish; null for words joined to one. */
  spanish: string | null;
  /** How it is shown, if not as `text`: 'AT&T'. */
  written?: string;
}

// Short texts, as visitors ask for them, and what these may be spelled like.
const tokenized = new LRUCache<string, Promise<Word[]>>({ max: 2000 });

/** Splits the text of a query into words as `listing_search` has them: 'Trader Joe’s' becomes 'trader' and 'joes'. */
export async function tokenizeQuery(db: Kysely<DB>, text: string): Promise<Word[]> {
  const [words = []] = await tokenizeShort(db, [text]);
  return words;
}

/** The words of some short texts. Those of the last ones that were asked for are in memory. */
export async function tokenizeShort(db: Kysely<DB>, texts: string[]): Promise<Word[][]> {
  // All are read before some are added, which may evict others.
  const known = new Map(texts.map((text) => [text, tokenized.get(text)]));
  const missing = [...known.keys()].filter((text) => !known.get(text));
  const added = missing.length > 0 ? tokenize(db, missing) : Promise.resolve([]);
  for (const [i, text] of missing.entries()) {
    const words = added.then((found) => found[i] ?? []);
    words.catch(() => tokenized.delete(text));
    tokenized.set(text, words);
    known.set(text, words);
  }
  return Promise.all(texts.map(async (text) => (await known.get(text)) ?? []));
}

/** The words of several texts. */
export async function tokenize(db: Kysely<DB>, texts: string[]): Promise<Word[][]> {
  const { rows } = await sql<{ words: (string | null)[]; stems: (string | null)[]; spanish: (string | null)[] }>`
    select array_agg(word order by place) as words, array_agg((ts_lexize('search_stem', word))[1] order by place) as stems,
      array_agg(search_spanish_stem(word) order by place) as spanish
    from unnest(${texts}::text[]) with ordinality as given (text, number)
    left join lateral string_to_table(search_fold(text), ' ') with ordinality as words (word, place) on word <> ''
    group by number order by number`.execute(db);
  const notEnglish = await notEnglishWords();
  return rows.map(({ words, stems, spanish }) =>
    words.flatMap((text, i) =>
      text === null
        ? []
        : [{ text, stem: (notEnglish.has(text) ? null : stems[i]) ?? text, spanish: spanish[i] ?? text }],
    ),
  );
}
