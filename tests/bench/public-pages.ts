import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

const DIFFERENT = 200;

/**
 * The pages that are compared with those of others: 200 different ones in turn where there are so many, because a page is rendered
 * once for all who ask for it at the same time.
 */
export async function listPublicPages(db: Kysely<DB>): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ word: string }>`
    select distinct word from listings, regexp_split_to_table(lower(title), '[^a-z]+') as word
    where length(word) > 3 order by word limit ${DIFFERENT}`.execute(db);
  const { rows: ids } = await sql<{
    id: number;
  }>`select id from public_listings order by id limit ${DIFFERENT}`.execute(db);
  const { rows: categories } = await sql<{ slug: string }>`
    select slug from categories join public_listings on category_id = categories.id
    group by slug order by count(*) desc, slug limit ${DIFFERENT}`.execute(db);
  const { rows: cities } = await sql<{ slug: string }>`
    select slug from places join public_listings on place_id = places.id
    group by slug order by count(*) desc, slug limit ${DIFFERENT}`.execute(db);
  return {
    home: ['/'],
    category: categories.map(({ slug }) => `/category/${slug}`),
    city: cities.map(({ slug }) => `/city/${slug}`),
    search: rows.map(({ word }) => `/search?q=${word}`),
    listing: ids.map(({ id }) => `/ads/${id}`),
    'post form': ['/post-ad'],
  };
}
