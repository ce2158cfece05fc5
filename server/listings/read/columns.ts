import type { Selectable } from 'kysely';
import { LISTING_FIELDS, PAGE_FIELD_NAMES, type PageFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { Level } from '#contract/listings.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** The columns of `public_listings` that a card or row is made of. */
export const CARD_COLUMNS = [
  'id',
  'title',
  'description',
  'language',
  'translations',
  'image_url',
  'image_copy',
  'logo',
  'photos',
  'website',
  'business_name',
  'city',
  'zip',
  'address',
  'phone',
  'hours',
  'special_hours',
  'may_have_closed',
  'license_check',
  'accepts_wic',
  'accepts_ebt',
  'version',
  'place_id',
  'county_id',
  'location_id',
  'category_id',
  'top_category_id',
  'owner_id',
  'origin',
  'created_at',
  'paid_until',
  'expires_at',
  'shown_level',
  'rating_average',
  'rating_count',
  'answer_minutes',
] as const;

/** The columns of the fields that the listing's page shows, at some level. */
export type PageColumn = (typeof LISTING_FIELDS)[PageFieldName]['column'];
const PAGE_FIELD_COLUMNS: PageColumn[] = PAGE_FIELD_NAMES.map((name) => LISTING_FIELDS[name].column);

/** The columns of `public_listings` that the listing's own page shows. */
export const PAGE_COLUMNS = [
  ...CARD_COLUMNS,
  ...PAGE_FIELD_COLUMNS,
  'email',
  'email_shown',
  'lat',
  'lng',
  'source',
  'source_date',
  'facts',
  'updated_at',
  'neighborhood_id',
  'confirmed_at',
  'more_category_ids',
] as const;

/** A row of `public_listings`. PostgreSQL does not report which columns of a view can be null: they are those of the table. */
export type PublicRow = Selectable<DB['listings']> & { shown_level: Level } & Pick<
    Selectable<DB['public_listings']>,
    'rating_average' | 'rating_count' | 'answer_minutes'
  >;
export type CardRow = Pick<PublicRow, (typeof CARD_COLUMNS)[number]>;
export type PageRow = Pick<PublicRow, (typeof PAGE_COLUMNS)[number]>;
