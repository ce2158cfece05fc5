import { type RawBuilder, sql } from 'kysely';
import { EXPORTED_FACTS, type ExportedFact } from '#server/source-files/exported-facts.ts';

/** Facts of a listing that are none of its columns as they are, by the table `listings`. */
const COMPUTED: { [Fact in ExportedFact]?: RawBuilder<unknown> } = {
  category_slug: sql`(select slug from categories where categories.id = listings.category_id)`,
  more_category_slugs: sql`nullif(concat_ws(' ',
    (select slug from categories where categories.id = more_category_ids[1]),
    (select slug from categories where categories.id = more_category_ids[2])), '')`,
  county_slug: sql`(select slug from counties where counties.id = listings.county_id)`,
  location_slug: sql`(select slug from locations where locations.id = listings.location_id)`,
  place_slug: sql`(select slug from places where places.id = listings.place_id)`,
  source_date: sql`coalesce(source_date, (select date from sources where sources.name = listings.source))`,
};

/** A column of an export of listings: as it is, or computed. */
export const selectFact = (column: string): RawBuilder<unknown> => {
  const computed = COMPUTED[column as keyof typeof COMPUTED];
  return computed ? sql`${computed} as ${sql.ref(column)}` : sql`${sql.ref(column)}`;
};

/** The columns of an export with all facts, each once, so that an import of it makes the same listings. */
export const withFacts = (columns: string[]): string[] => [...new Set([...columns, ...EXPORTED_FACTS])];
