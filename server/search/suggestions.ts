import { sql } from 'kysely';
import type { Suggestions } from '#contract/search.ts';
import { areasBeginning } from './areas.ts';
import { categoryWords } from './category-words.ts';
import { fits, milesFrom, type Query } from './conditions.ts';
import { namesBeginning } from './text-query.ts';
import { type SearchParts, understand } from './understanding.ts';
import { type Word, wordsOf } from './words.ts';

const MOST = { businesses: 5, categories: 4, places: 4 };
// So many rows of each index are looked at: some milliseconds, however short the beginning.
const MOST_CANDIDATES = 500;

/** What somebody may mean who has typed so much: businesses of that name, nearest first, categories and places. */
export async function suggest(parts: SearchParts, { q, near }: { q: string; near: string }): Promise<Suggestions> {
  const [words = []] = await wordsOf(parts.db, [q]);
  const { query } = await understand(parts, { q: '', near });
  const typed = words.map(({ text }) => text).join(' ');
  if (typed === '') return { businesses: [], categories: [], places: [] };
  return {
    businesses: await businessesBeginning(parts, words, query),
    categories: await categoriesBeginning(parts, typed),
    places: areasBeginning(parts.gazetteer, typed).slice(0, MOST.places),
  };
}

async function businessesBeginning({ db, gazetteer }: SearchParts, words: Word[], where: Query) {
  const query = { ...where, within: null };
  const name = words.map(({ text }) => text).join('');
  const text = namesBeginning(words);
  const columns = sql`listing_id, ${milesFrom(query)} as miles`;
  const { rows } = await sql<{ id: number; title: string; city: string; placeId: number | null }>`
    with candidate as materialized (
      (select 0 as tier, ${columns} from listing_search
        where name >= ${name} and name < ${`${name}\uffff`} and ${fits(query)} limit ${sql.lit(MOST_CANDIDATES)})
      union all
      (select 1, ${columns} from listing_search
        where words @@ (select ${text ?? ''}::tsquery) and ${fits(query)} limit ${sql.lit(MOST_CANDIDATES)})
    ), best as materialized (
      select listing_id, min(tier) as tier, min(miles) as miles from candidate
      group by listing_id order by tier, miles, listing_id desc limit ${sql.lit(4 * MOST.businesses)}
    )
    select id, title, city, place_id as "placeId" from best join public_listings on id = listing_id
    order by tier, miles, id desc`.execute(db);
  const named = rows.map(({ id, title, city, placeId }) => ({
    id,
    name: title,
    city: gazetteer.places.byId.get(placeId ?? 0)?.name ?? city,
  }));
  const different = Map.groupBy(named, (business) => `${business.name} ${business.city}`);
  return [...different.values()].flatMap(([first]) => first ?? []).slice(0, MOST.businesses);
}

/** The categories that are called so: by what begins their name or another word for them, then any word of those. */
async function categoriesBeginning({ db, gazetteer }: SearchParts, typed: string) {
  const { phrases } = await categoryWords(db, gazetteer);
  const begun = phrases.filter(({ text }) => text.startsWith(typed));
  const within = phrases.filter(({ text }) => text.includes(` ${typed}`));
  const found = new Set([...begun, ...within].map(({ category }) => category));
  return [...found].slice(0, MOST.categories).map(({ name, slug, icon }) => ({ name, slug, icon }));
}
