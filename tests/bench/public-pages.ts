import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/db/schema.ts';

const WORDS = 200;

/** The pages that are compared with those of others: 200 words and 200 listings in turn, of the others one each. */
export async function listPublicPages(db: Kysely<DB>): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from listings, regexp_split_to_table(lower(title), '[^a-z]+') as word
    where length(word) > 3 order by word limit ${WORDS}`.execute(db);
  const { rows: ids } = await sql<{ id: number }>`select id from public_listings order by id limit ${WORDS}`.execute(
    db,
  );
  return {
    home: ['/'],
    category: ['/category/grocery-stores'],
    city: ['/city/irvine'],
    search: rows.map(({ word }) => `/search?q=${word}`),
    listing: ids.map(({ id }) => `/ads/${id}`),
    'post form': ['/post-ad'],
  };
}
