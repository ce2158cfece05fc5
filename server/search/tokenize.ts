import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DB } from '#server/db/schema.ts';

/** A normalized word: lower-case letters and digits without accents, and its English stem. */
export interface Word {
  text: string;
  stem: string;
}

// Short texts, as visitors ask for them.
const tokenized = new LRUCache<string, Promise<Word[][]>>({ max: 2000 });

/** Splits the text of a query into words as `listing_search` has them: 'Trader Joe’s' becomes 'trader' and 'joes'. */
export async function tokenizeQuery(db: Kysely<DB>, text: string): Promise<Word[]> {
  const found = tokenized.get(text) ?? tokenize(db, [text]);
  tokenized.set(text, found);
  found.catch(() => tokenized.delete(text));
  const [words = []] = await found;
  return words;
}

/** The words of several texts. */
export async function tokenize(db: Kysely<DB>, texts: string[]): Promise<Word[][]> {
  const { rows } = await sql<{ text: number; words: string[]; stems: string[] }>`
    select array_agg(word order by place) as words, array_agg((ts_lexize('search_stem', word))[1] order by place) as stems
    from unnest(${texts}::text[]) with ordinality as given (text, number)
    left join lateral string_to_table(search_fold(text), ' ') with ordinality as words (word, place) on word <> ''
    group by number order by number`.execute(db);
  return rows.map(({ words, stems }) =>
    words.flatMap((text, i) => (text === null ? [] : [{ text, stem: stems[i] ?? text }])),
  );
}
