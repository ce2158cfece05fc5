import { sql } from 'kysely';
import { LANGUAGE_CODES } from '#contract/i18n/language-codes.ts';
import type { FilterCounts, FilterName, SearchFilters } from '#contract/search.ts';
import { ALWAYS_TERM, toLanguageTerm } from '#server/search/index-query.ts';
import { HOURS_TERM, type IndexQuery, toTsquery, withoutPlanCache } from '#server/search/predicates.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';
import { countMatches, matchingRows } from '#server/search/ranking/matches.ts';
import { resolveSpelling } from '#server/search/spelling/corrections.ts';

/** The terms of the filters that are not languages. 'Open now' needs hours that are known. */
const FILTER_TERMS = {
  open: HOURS_TERM,
  '24h': ALWAYS_TERM,
  website: '#website',
  photos: '#photos',
  stars: '#stars4',
  answers: '#answers',
  licensed: '#licensed',
  wic: '#wic',
  ebt: '#ebt',
};
const ANY_LANGUAGE = '#language*';

/**
 * How many results each filter leaves; none that leaves no result. Of few results all are read once, of many each filter is counted by
 * the index.
 * @throws {NotFound} for a category or place that is none
 */
export async function countFilters(deps: SearchDeps, filters: SearchFilters): Promise<FilterCounts> {
  const { query, found, vocabulary } = await resolveSpelling(deps, filters);
  if (found?.total === 0) return {};
  const languages = LANGUAGE_CODES.map((code) => [code, toLanguageTerm(code, vocabulary.questions)] as const);
  const terms = [...Object.entries(FILTER_TERMS), ...languages].filter(([, term]) => term !== '') as Terms;
  const counts =
    found !== null && found.total !== null ? await countFew(deps, query, terms) : await countMany(deps, query, terms);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

type Terms = (readonly [FilterName, string])[];
type Counted = (readonly [FilterName, number])[];

async function countFew({ db }: SearchDeps, query: IndexQuery, terms: Terms): Promise<Counted> {
  const { rows } = await sql<{ name: FilterName; count: number }>`${withoutPlanCache}
    with found as materialized (
      select words, words @@ ${toTsquery(ANY_LANGUAGE)}::tsquery as has_language from ${matchingRows(query)} as listing
    )
    select name, count(*)::int as count
    from unnest(${terms.map(([name]) => name)}::text[], ${terms.map(([, term]) => toTsquery(term))}::tsquery[],
      ${terms.map(([name]) => !(name in FILTER_TERMS))}::boolean[]) as filter (name, term, is_language)
    join found on case when is_language and not has_language then false else words @@ term end
    group by name`.execute(db);
  return rows.map(({ name, count }) => [name, count]);
}

async function countMany({ db }: SearchDeps, query: IndexQuery, terms: Terms): Promise<Counted> {
  const count = (term: string) => countMatches(db, { ...query, filterTerms: [...query.filterTerms, term] });
  const hasLanguages = (await count(ANY_LANGUAGE)) > 0;
  const counted = terms.filter(([name]) => hasLanguages || name in FILTER_TERMS);
  return Promise.all(counted.map(async ([name, term]) => [name, await count(term)] as const));
}
