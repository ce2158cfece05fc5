import { sql } from 'kysely';
import type { Suggestions } from '#contract/search.ts';
import { toShownTitle } from '#server/listings/read/presenter.ts';
import { toCategoryLink } from '#server/places/places.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { shortenZipCodes } from '#server/search/questions/zip-plus-four.ts';
import { namePrefixQuery } from '#server/search/text-query/text-query.ts';
import { findAreasByPrefix } from './areas.ts';
import { distanceMiles, filterPredicate, type IndexQuery } from './predicates.ts';
import { type SearchDeps, understandQuery } from './query-understanding.ts';
import { tokenizeQuery, type Word } from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';

const MAX_SUGGESTIONS = { businesses: 5, categories: 4, places: 4 };
// Rows read per index: bounds the time for short prefixes to some milliseconds.
const MAX_CANDIDATES = 500;
// Several may have the same name and city.
const MAX_SHOWN = 4 * MAX_SUGGESTIONS.businesses;

/** Suggestions for a prefix: businesses with such a name, nearest first, categories and places. */
export async function suggest(deps: SearchDeps, { q, near }: { q: string; near: string }): Promise<Suggestions> {
  const words = await tokenizeQuery(deps.db, shortenZipCodes(deps.gazetteer, q));
  const { query, vocabulary } = await understandQuery(deps, { q: '', near });
  const typed = words.map(({ text }) => text).join(' ');
  if (typed === '') return { businesses: [], categories: [], places: [] };
  return {
    businesses: await findBusinessesByPrefix(deps, words, query),
    categories: findCategoriesByPrefix(vocabulary, typed),
    places: findAreasByPrefix(deps.gazetteer, typed).slice(0, MAX_SUGGESTIONS.places),
  };
}

async function findBusinessesByPrefix({ db, gazetteer }: SearchDeps, words: Word[], where: IndexQuery) {
  const query: IndexQuery = { ...where, radiusMiles: null };
  const name = words.map(({ text }) => text).join('');
  const text = namePrefixQuery(words);
  const columns = sql`listing_id, ${distanceMiles(query)} as miles`;
  const { rows } = await sql<{ id: number; city: string; placeId: number | null } & Parameters<typeof toShownTitle>[0]>`
    with named as materialized (
      select 0 as tier, ${columns} from listing_search
      where name >= ${name} and name < ${`${name}\uffff`} and ${filterPredicate(query)} limit ${sql.lit(MAX_CANDIDATES)}
    ), worded as materialized (
      select 1, ${columns} from listing_search
      where words @@ (select ${text ?? ''}::tsquery) and ${filterPredicate(query)}
        and (select count(*) < ${sql.lit(MAX_SHOWN)} from named) -- otherwise none of them would be shown
      limit ${sql.lit(MAX_CANDIDATES)}
    ), candidate as (
      select * from named union all select * from worded
    ), best as materialized (
      select listing_id, min(tier) as tier, min(miles) as miles from candidate
      group by listing_id order by tier, miles, listing_id desc limit ${sql.lit(MAX_SHOWN)}
    )
    select id, title, language, translations, city, place_id as "placeId" from best join public_listings on id = listing_id
    order by tier, miles, id desc`.execute(db);
  const named = rows.map(({ id, city, placeId, ...row }) => ({
    id,
    name: toShownTitle(row).title,
    city: gazetteer.places.byId.get(placeId ?? 0)?.name ?? city,
  }));
  const different = Map.groupBy(named, (business) => `${business.name} ${business.city}`);
  return [...different.values()].flatMap(([first]) => first ?? []).slice(0, MAX_SUGGESTIONS.businesses);
}

/** Categories with a phrase that has the prefix, those in the language of the request first, then those with a later word that has it. */
function findCategoriesByPrefix({ categories: { phrases } }: Vocabulary, typed: string) {
  const begun = phrases.filter(({ text }) => text.startsWith(typed));
  const within = phrases.filter(({ text }) => text.includes(` ${typed}`));
  const inLanguage = begun.filter(({ language }) => language === getLanguage());
  const found = new Set([...inLanguage, ...begun, ...within].map(({ category }) => category));
  return [...found]
    .slice(0, MAX_SUGGESTIONS.categories)
    .map((category) => ({ ...toCategoryLink(category), icon: category.icon }));
}
