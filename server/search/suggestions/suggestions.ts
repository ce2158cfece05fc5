import { sql } from 'kysely';
import type { Suggestions } from '#contract/search.ts';
import { toShownTitle } from '#server/listings/read/presenter.ts';
import type { CategoryNode } from '#server/places/gazetteer.ts';
import { toCategoryLink } from '#server/places/places.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { findAreasByPrefix } from '#server/search/areas.ts';
import { distanceMiles, filterPredicate, type IndexQuery } from '#server/search/predicates.ts';
import { type SearchDeps, understandQuery } from '#server/search/query-understanding.ts';
import { shortenZipCodes } from '#server/search/questions/zip-plus-four.ts';
import { namePrefixQuery } from '#server/search/text-query/text-query.ts';
import { tokenizeQuery, type Word } from '#server/search/tokenize.ts';
import type { Vocabulary } from '#server/search/vocabulary.ts';

const MAX_SUGGESTIONS = { businesses: 5, categories: 4, places: 4 };
// Rows read per index: bounds the time for short prefixes to some milliseconds.
const MAX_CANDIDATES = 500;
// Chains by themselves would leave no room for others.
const MAX_BRANDS = 3;
const MAX_SAME_NAME = 2;
/** Enough to tell large chains from small ones. */
const MAX_COUNTED_SHOPS = 100;
// Several may have the same name and city.
const MAX_SHOWN = 4 * MAX_SUGGESTIONS.businesses;

/** Suggestions for a prefix: businesses called exactly so, the nearest shops of large chains, others with such a name, nearest first; categories and places. */
export async function suggest(deps: SearchDeps, { q, near }: { q: string; near: string }): Promise<Suggestions> {
  const words = await tokenizeQuery(deps.db, shortenZipCodes(deps.gazetteer, q));
  const { query, vocabulary } = await understandQuery(deps, { q: '', near });
  const typed = words.map(({ text }) => text).join(' ');
  if (typed === '') return { businesses: [], categories: [], places: [] };
  return {
    businesses: await findBusinessesByPrefix(deps, words, { where: query, vocabulary }),
    categories: findCategoriesByPrefix(vocabulary, typed, MAX_SUGGESTIONS.categories).map((category) => ({
      ...toCategoryLink(category),
      icon: category.icon,
    })),
    places: findAreasByPrefix(deps.gazetteer, typed).slice(0, MAX_SUGGESTIONS.places),
  };
}

async function findBusinessesByPrefix(
  { db, gazetteer }: SearchDeps,
  words: Word[],
  { where, vocabulary }: { where: IndexQuery; vocabulary: Vocabulary },
) {
  const query: IndexQuery = { ...where, radiusMiles: null };
  const name = words.map(({ text }) => text).join('');
  const text = namePrefixQuery(words);
  const brands = vocabulary.brands.findByPrefix(name);
  const columns = sql`listing_id, ${distanceMiles(query)} as miles`;
  const { rows } = await sql<{ id: number; city: string; placeId: number | null } & Parameters<typeof toShownTitle>[0]>`
    with branded as materialized (
      select case chain.name when ${name} then 0 else 1 end as tier, nearest.* from (
        select brand as name, (select count(*) from (select from listing_search where name = brand limit ${sql.lit(MAX_COUNTED_SHOPS)}) as shop) as shops
        from unnest((select ${brands}::text[])) as brand order by shops desc limit ${sql.lit(MAX_BRANDS)}
      ) as chain cross join lateral (
        select ${columns} from listing_search where name = chain.name and ${filterPredicate(query)} order by miles limit 1
      ) as nearest
    ), named as materialized (
      select case name when ${name} then 0 else 2 end as tier, ${columns} from listing_search
      where name >= ${name} and name < ${`${name}\uffff`} and ${filterPredicate(query)} limit ${sql.lit(MAX_CANDIDATES)}
    ), worded as materialized (
      select 3, ${columns} from listing_search
      where words @@ (select ${text ?? ''}::tsquery) and ${filterPredicate(query)}
        and (select count(*) < ${sql.lit(MAX_SHOWN)} from named) -- otherwise none of them would be shown
      limit ${sql.lit(MAX_CANDIDATES)}
    ), candidate as (
      select * from branded union all select * from named union all select * from worded
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
  const firsts = [...different.values()].flatMap(([first]) => first ?? []);
  const counted = firsts.map((business, i) => ({
    business,
    before: firsts.slice(0, i).filter((other) => other.name === business.name).length,
  }));
  return counted
    .flatMap(({ business, before }) => (before < MAX_SAME_NAME ? [business] : []))
    .slice(0, MAX_SUGGESTIONS.businesses);
}

/** At most so many categories with a phrase that has the prefix, those in the language of the request first, then those with a later word that has it. */
export function findCategoriesByPrefix(
  { categories: { phrases } }: Vocabulary,
  typed: string,
  limit: number,
): CategoryNode[] {
  const begun = phrases.filter(({ text }) => text.startsWith(typed));
  const within = phrases.filter(({ text }) => text.includes(` ${typed}`));
  const inLanguage = begun.filter(({ language }) => language === getLanguage());
  return [...new Set([...inLanguage, ...begun, ...within].map(({ category }) => category))].slice(0, limit);
}
