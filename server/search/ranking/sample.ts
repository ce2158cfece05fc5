import { type RawBuilder, sql } from 'kysely';
import { geoPredicate, type IndexQuery, indexedTerms, materialized } from '#server/search/predicates.ts';

/** One listing of this many is in the sample's indexes (schema/search.sql). */
export const SAMPLE_RATE = 128;

/** Whether a row of `listing_search` is in the sample of one listing of `rate`, a power of two. By a hash, because ids may have a period. */
export const inSample = (rate = SAMPLE_RATE) => sql`hashint8(listing_id) & ${sql.lit(rate - 1)} = 0`;

/** About how many listings match a condition that has an index of the sample, of which some may not match the filter: 0 where there are few. */
export const estimatedCount = (condition: RawBuilder<unknown>, filter = sql`true`) =>
  sql<number>`(select ${sql.lit(SAMPLE_RATE)} * count(*) filter (where ${filter}) from listing_search where ${condition} and ${inSample()})`;

// Reading a row takes this many times as long as finding it in the index of positions.
const ROW_COST = 20;
// So many rows are found by terms in the time of reading one in the area: those of an area are on few pages, as they were imported together.
const TERMS_TO_ROW = 4;

/**
 * The rows that have the terms of a query and lie in its area, as a subquery: by both indexes together, or by one where finding rows by
 * the other takes longer than reading them. PostgreSQL has no estimate of either. All rows, if the query has neither.
 */
export function collectedRows(query: IndexQuery): RawBuilder<unknown> {
  const terms = indexedTerms(query, query.text?.any ?? null);
  const area = geoPredicate(query);
  if (!terms || !area) return materialized(terms ?? area);
  const [manyInArea, manyTerms] = [
    sql`area >= ${sql.lit(ROW_COST)} * terms`,
    sql`terms > ${sql.lit(TERMS_TO_ROW)} * area`,
  ];
  return sql`(
    with estimated as materialized (select ${estimatedCount(area)} as area, ${estimatedCount(terms)} as terms)
    select * from ${materialized(sql`${terms} and ${area} and (select not ${manyInArea} and not ${manyTerms} from estimated)`)} as in_both
    union all select * from ${materialized(sql`${terms} and (select ${manyInArea} from estimated)`)} as with_terms
    union all select * from ${materialized(sql`${area} and (select ${manyTerms} from estimated)`)} as in_area where ${terms})`;
}
