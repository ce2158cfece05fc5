/** The columns of our own exports from which an import makes the same listing again. */
export const EXPORTED_FACTS = [
  ...(['title', 'business_name', 'description', 'category_slug', 'address', 'city', 'state', 'zip'] as const),
  ...([
    'county_slug',
    'location_slug',
    'place_slug',
    'phone',
    'email',
    'website',
    'lat',
    'lng',
    'point_source',
  ] as const),
  ...(['hours', 'special_hours', 'source', 'source_id', 'source_date', 'facts'] as const),
  ...(['accepts_wic', 'accepts_ebt', 'more_category_slugs'] as const),
];
export type ExportedFact = (typeof EXPORTED_FACTS)[number];

/** What an export says of a listing, letter by letter, and the id that it has in the directory that exported it. */
export type ExportedListing = Record<Exclude<ExportedFact, 'more_category_slugs'>, string> & {
  id: number;
  /** Absent in exports of earlier releases, which do not say it. */
  more_category_slugs?: string;
};
