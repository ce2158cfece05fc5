import type { Selectable } from 'kysely';
import { type SpecialDay, todayInLosAngeles } from '#contract/hours/special-days.ts';
import { listSpecialDates } from '#contract/hours/special-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { toTel } from '#contract/listing-fields/phone.ts';
import type { Level, Listing, ListingPage } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { firstSentence } from '#contract/text.ts';
import type { DB } from '#server/db/schema.ts';
import { getLanguage } from '#server/http/request-language.ts';
import { presentPicture, type StoredPicture } from '#server/photos/pictures.ts';
import type { CategoryNode, County, Gazetteer } from '#server/places/gazetteer.ts';
import { toLink } from '#server/places/places.ts';
import {
  getCategoryName,
  getCountyName,
  toCategoryLink,
  toCountyLink,
  toLocationLink,
} from '#server/places/shown-names.ts';
import { PAGE_FIELD_COLUMNS, presentPageFields } from '../fields.ts';
import { NO_PROVENANCE, type Provenance } from './fact-sources.ts';
import { toShownText } from './shown-text.ts';

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

/** The columns of `public_listings` that the listing's own page shows. */
export const PAGE_COLUMNS = [
  ...CARD_COLUMNS,
  ...PAGE_FIELD_COLUMNS,
  'email',
  'lat',
  'lng',
  'source',
  'source_date',
  'facts',
  'updated_at',
  'neighborhood_id',
  'confirmed_at',
] as const;

// PostgreSQL does not report which columns of a view can be null: they are those of the table.
type Row = Selectable<DB['listings']> & { shown_level: Level } & Pick<
    Selectable<DB['public_listings']>,
    'rating_average' | 'rating_count' | 'answer_minutes'
  >;
export type CardRow = Pick<Row, (typeof CARD_COLUMNS)[number]>;
export type PageRow = Pick<Row, (typeof PAGE_COLUMNS)[number]>;

/** The public fields of a listing on a card. A free listing has no website link and no picture (docs/product.md, Listings). */
export function presentListing(row: CardRow, gazetteer: Gazetteer): Listing {
  const paid = row.shown_level !== 'free';
  const place = row.place_id === null ? undefined : gazetteer.places.byId.get(row.place_id);
  const county = getOrThrow(gazetteer.counties.byId, row.county_id);
  const category = getOrThrow(gazetteer.categories.byId, row.category_id);
  const picture = paid ? toPicture(row) : null;
  const text = translateImportedText(toShownText(row), row, { place: place?.name ?? row.city, county, category });
  return {
    id: row.id,
    ...text,
    imageUrl: paid ? toImageUrl(row) : null,
    imageSrc: picture?.src ?? null,
    imageSrcSet: picture?.srcSet ?? null,
    // The website of a sample leads nowhere.
    businessUrl: paid && row.origin !== 'sample' ? row.website : null,
    locationId: row.location_id,
    createdAt: row.created_at.toISOString(),
    premium: row.shown_level === 'premium',
    isFeatured: paid,
    level: row.shown_level,
    businessName: row.business_name,
    city: place ? toLink(place) : { name: row.city, slug: null },
    county: toCountyLink(county),
    zipCode: row.zip,
    address: row.address,
    tel: row.phone !== null && row.origin !== 'sample' ? toTel(row.phone) : null,
    hours: row.hours as Listing['hours'],
    specialHours: row.special_hours as unknown as SpecialDay[],
    category: { ...toCategoryLink(category), icon: category.icon, top: (category.parent ?? category).key },
    intro: isImportedText(row) ? null : firstSentence(text.description),
    unclaimed: isUnclaimed(row),
    sample: row.origin === 'sample',
    rating: row.rating_average === null ? null : { average: row.rating_average, count: row.rating_count ?? 0 },
    answerMinutes: row.answer_minutes,
  };
}

/**
 * The public page of a listing. The map pin, the logo and the photos belong to paid levels; `LISTING_FIELDS` says from
 * which level on the other fields are shown. The email address of an unclaimed open-data listing stays private, because
 * no owner gave it to us.
 */
export function presentListingPage(
  row: PageRow,
  gazetteer: Gazetteer,
  provenance: Provenance = NO_PROVENANCE,
): ListingPage {
  const { parent } = getOrThrow(gazetteer.categories.byId, row.category_id);
  const paid = row.shown_level !== 'free';
  const hasPin = paid && row.lat !== null && row.lng !== null;
  return {
    ...presentListing(row, gazetteer),
    ...presentPageFields(row, row.shown_level),
    specialDates: listSpecialDates(row.special_hours as unknown as SpecialDay[], todayInLosAngeles(), 366),
    email: row.origin === 'open-data' && row.owner_id === null ? null : row.email,
    location: toLocationLink(getOrThrow(gazetteer.locations.byId, row.location_id)),
    parentCategory: parent && toCategoryLink(parent),
    neighborhood: toNeighborhood(row, gazetteer),
    area: paid && !hasPin ? toMiddle(gazetteer, row.zip) : null,
    point: hasPin ? { lat: row.lat as number, lng: row.lng as number } : null,
    logo: paid ? toLogo(row) : null,
    photos: paid ? toPhotos(row) : [],
    hasWebsite: row.website !== null,
    source: row.source,
    ...provenance,
    updatedAt: row.updated_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}

function toNeighborhood({ neighborhood_id, place_id }: PageRow, { places }: Gazetteer) {
  const found = neighborhood_id === place_id ? undefined : places.byId.get(neighborhood_id ?? 0);
  return found ? toLink(found) : null;
}

function toMiddle({ zipCodes }: Gazetteer, zip: string) {
  const { lat, lng } = getOrThrow(zipCodes, zip);
  return { lat, lng };
}

/** Whether a listing can be claimed: it has no owner and its business is real. */
export const isUnclaimed = ({ owner_id, origin }: Pick<Row, 'owner_id' | 'origin'>) =>
  owner_id === null && origin !== 'sample';

/** The text of a listing; what an import generated is generated in the language of the request, from the main facts. */
function translateImportedText(
  text: ReturnType<typeof toShownText>,
  row: CardRow,
  { place, county, category }: { place: string; county: County; category: CategoryNode },
): ReturnType<typeof toShownText> {
  const language = getLanguage();
  if (text.textLanguage === language || !isImportedText(row) || row.version !== 1) return text;
  const description = t('{name} is in {place}, {county}, filed under {category}.', {
    name: row.business_name,
    place,
    county: getCountyName(county),
    category: getCategoryName(category),
  });
  return { ...text, description, textLanguage: language };
}

/** Whether the description is the one that an import generated: every edit by an owner has a new version, as has one by the staff. */
export const isImportedText = ({ origin, version, owner_id }: Pick<Row, 'origin' | 'version' | 'owner_id'>) =>
  (origin === 'open-data' || origin === 'import') && (version === 1 || owner_id === null);

// Foreign keys guarantee the row, except for the moment between its insertion and the reload of the gazetteer.
function getOrThrow<Key, Value>(rows: ReadonlyMap<Key, Value>, id: Key): Value {
  const row = rows.get(id);
  if (!row) throw new Error(`The gazetteer in memory lacks row ${id}`);
  return row;
}

type PictureColumns = Pick<Row, 'logo' | 'photos' | 'image_url' | 'image_copy'>;

/** The picture that pages show: the first of the photos, else the logo, else the copy of the one at `image_url`. */
export const toPicture = (row: PictureColumns): Photo | null =>
  toUploadedPicture(row) ??
  (row.image_copy === null ? null : presentPicture(row.image_copy as unknown as StoredPicture));

/** The address that the API answers. One of another site is answered as it was given, and no page requests it. */
export const toImageUrl = (row: PictureColumns): string | null => toUploadedPicture(row)?.src ?? row.image_url;

const toUploadedPicture = (row: PictureColumns): Photo | null => toPhotos(row).at(0) ?? toLogo(row);

/** The public pictures of a listing's row. */
export const toPhotos = ({ photos }: { photos: unknown }): Photo[] => (photos as StoredPicture[]).map(presentPicture);
/** The public logo of a listing's row. */
export const toLogo = ({ logo }: { logo: unknown }): Photo | null =>
  logo === null ? null : presentPicture(logo as StoredPicture);
