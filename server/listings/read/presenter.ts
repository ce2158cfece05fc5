import type { Selectable } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { SpecialDay } from '#contract/hours/special-days.ts';
import { type Language, toLanguage } from '#contract/i18n/languages.ts';
import type { Translations } from '#contract/listing-fields/listing-field-schemas.ts';
import type { Listing } from '#contract/listings.ts';
import type { Photo } from '#contract/photos.ts';
import { firstSentence } from '#contract/text.ts';
import { readAddress, toStreetLine } from '#contract/values/address.ts';
import { printPhone, readPhone, toTel } from '#contract/values/phone.ts';
import { presentPicture, type StoredPicture } from '#server/photos/pictures.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { toCategoryLink, toCountyLink, toLink } from '#server/places/places.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import type { CardRow, PublicRow } from './columns.ts';
import { translateImportedText } from './imported-text.ts';

/** The public fields of a listing on a card. A free listing has no picture, and no website link unless it is unclaimed (docs/product.md, Listings). */
export function presentListing(row: CardRow, gazetteer: Gazetteer): Listing {
  const paid = row.shown_level !== 'free';
  const place = row.place_id === null ? undefined : gazetteer.places.byId.get(row.place_id);
  const county = getOrThrow(gazetteer.counties.byId, row.county_id);
  const category = getOrThrow(gazetteer.categories.byId, row.category_id);
  const picture = paid ? toPicture(row) : null;
  const shown = toShownText(row);
  const text =
    isImportedText(row) && row.version === 1
      ? translateImportedText(shown, row, { place: place?.name ?? row.city, county, category })
      : shown;
  return {
    id: row.id,
    ...text,
    imageUrl: paid ? toImageUrl(row) : null,
    imageSrc: picture?.src ?? null,
    imageSrcSet: picture?.srcSet ?? null,
    // The website of a sample leads nowhere.
    businessUrl: row.origin !== 'sample' && (paid || isFact(row)) ? row.website : null,
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
    street: toStreetLine(readAddress(row.address ?? '')),
    tel: row.phone !== null && row.origin !== 'sample' ? showPhone(row.phone).tel : null,
    ...presentHours(row),
    category: { ...toCategoryLink(category), icon: category.icon, top: (category.parent ?? category).key },
    intro: isImportedText(row) ? null : firstSentence(text.description),
    posted: !isImported(row),
    unclaimed: isUnclaimed(row),
    sample: row.origin === 'sample',
    licensed: row.license_check === 'confirmed',
    accepts: [...(row.accepts_wic ? (['WIC'] as const) : []), ...(row.accepts_ebt ? (['EBT'] as const) : [])],
    rating: row.rating_average === null ? null : { average: row.rating_average, count: row.rating_count ?? 0 },
    answerMinutes: row.answer_minutes,
  };
}

/** The hours of a business, which count for nothing where it may have closed. */
export const presentHours = (
  row: Pick<CardRow, 'hours' | 'special_hours' | 'may_have_closed'>,
): Pick<Listing, 'hours' | 'specialHours' | 'mayHaveClosed'> =>
  row.may_have_closed
    ? { hours: null, specialHours: [], mayHaveClosed: true }
    : {
        hours: row.hours as Listing['hours'],
        specialHours: row.special_hours as unknown as SpecialDay[],
        mayHaveClosed: false,
      };

/** Whether a listing can be claimed: it has no owner and its business is real. */
export const isUnclaimed = ({ owner_id, origin }: Pick<PublicRow, 'owner_id' | 'origin'>) =>
  owner_id === null && origin !== 'sample';

const isImported = ({ origin }: Pick<PublicRow, 'origin'>) => origin === 'open-data' || origin === 'import';

/** Whether what is known of a listing is what sources say, and nobody's posting. */
const isFact = (row: Pick<PublicRow, 'owner_id' | 'origin'>) => isImported(row) && row.owner_id === null;

/** Whether the description is that of an import: every edit by an owner has a new version, as has one by the staff. */
export const isImportedText = (row: Pick<PublicRow, 'origin' | 'version' | 'owner_id'>) =>
  isImported(row) && (row.version === 1 || row.owner_id === null);

/** A row of the gazetteer. Foreign keys guarantee it, except for the moment between its insertion and the reload of the gazetteer. */
export function getOrThrow<Key, Value>(rows: ReadonlyMap<Key, Value>, id: Key): Value {
  const row = rows.get(id);
  if (!row) throw new Error(`The gazetteer in memory lacks row ${id}`);
  return row;
}

type PictureColumns = Pick<PublicRow, 'logo' | 'photos' | 'image_url' | 'image_copy'>;

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

/**
 * The title and the description in the language of the request, each as it was written where the listing lacks it in that language, and in
 * which language they are. See docs/decisions/0131-listings-in-two-languages.md.
 */
export function toShownText(
  row: Pick<Selectable<Listings>, 'title' | 'description' | 'language' | 'translations'>,
): Pick<Listing, 'title' | 'description' | 'titleLanguage' | 'textLanguage'> {
  const { title, titleLanguage } = toShownTitle(row);
  const [description, textLanguage] = pick(row, 'description');
  return { title, description, titleLanguage, textLanguage };
}

/** As `toShownText`, for a title alone. */
export function toShownTitle(
  row: Pick<Selectable<Listings>, 'title' | 'language' | 'translations'>,
): Pick<Listing, 'title' | 'titleLanguage'> {
  const [title, titleLanguage] = pick(row, 'title');
  return { title, titleLanguage };
}

function pick<Part extends 'title' | 'description'>(
  row: Record<Part, string> & Pick<Selectable<Listings>, 'language' | 'translations'>,
  part: Part,
): [text: string, language: Language] {
  const written = toLanguage(row.language);
  const wanted = getLanguage();
  const translated = wanted === written ? undefined : (row.translations as Translations)[wanted]?.[part];
  return translated === undefined ? [row[part], written] : [translated, wanted];
}

/** A telephone number as pages show it, and its `tel:` URL: null where it cannot be dialed, as in some old listings. */
export interface ShownPhone {
  phone: string;
  tel: string | null;
  /** Of the second number, which stands behind ' / '. */
  otherTel: string | null;
}

// A list reads those of all its rows.
const shown = new LRUCache<string, ShownPhone>({ max: 5000 });

/** A stored telephone number for a page, which has no metadata of countries. */
export function showPhone(stored: string): ShownPhone {
  const known = shown.get(stored);
  if (known) return known;
  const phone = readPhone(stored);
  const result =
    'fault' in phone
      ? { phone: stored, tel: null, otherTel: null }
      : { phone: printPhone(phone), tel: toTel(phone), otherTel: phone.other ? toTel(phone.other) : null };
  shown.set(stored, result);
  return result;
}
