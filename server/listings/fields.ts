import type { Insertable, Selectable } from 'kysely';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, STORED_FIELD_NAMES, type StoredFieldName } from '#contract/listing-fields/listing-fields.ts';
import { PHONE_MESSAGES } from '#contract/listing-fields/phone-messages.ts';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import {
  type ListingFields,
  type ListingFormValues,
  PIN_TOO_FAR_MESSAGE,
  ZIP_OUTSIDE_AREA_MESSAGE,
} from '#contract/listing-form.ts';
import type { Corrections } from '#contract/owner-listings.ts';
import { printPhone, readPhone } from '#contract/values/phone.ts';
import type { ChosenName } from '#server/accounts/names/reserved-names.ts';
import { setPoint, UNKNOWN_POINT } from '#server/listings/write/locate.ts';
import { isInCounties } from '#server/places/city-outlines.ts';
import type { Gazetteer, ReferenceData, ZipCode } from '#server/places/gazetteer.ts';
import { toNameKey } from '#server/places/places.ts';
import { isNearZipCode } from '#server/places/points.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';

type Fields = typeof LISTING_FIELDS;

/** The columns that hold a field as it is. */
export type StoredColumn = Fields[StoredFieldName]['column'];
export const STORED_COLUMNS: StoredColumn[] = STORED_FIELD_NAMES.map((name) => LISTING_FIELDS[name].column);

type ColumnValue<Name extends StoredFieldName> = Fields[Name] extends { json: true }
  ? null extends ListingFields[Name]
    ? string | null
    : string
  : Fields[Name] extends { nullable: true }
    ? string | null
    : ListingFields[Name];

/** The columns of the fields that are stored as they are. */
export function toStoredColumns(fields: Pick<ListingFields, StoredFieldName>) {
  const columns = STORED_FIELD_NAMES.map((name) => {
    const field = LISTING_FIELDS[name];
    const value = fields[name] === '' && 'nullable' in field ? null : fields[name];
    return [field.column, 'json' in field && value !== null ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(columns) as { [Name in StoredFieldName as Fields[Name]['column']]: ColumnValue<Name> };
}

/** The values of these fields for the form of an existing listing. */
export function toStoredValues(row: Pick<Selectable<Listings>, StoredColumn>) {
  const values = STORED_FIELD_NAMES.map((name) => {
    const { column, empty } = LISTING_FIELDS[name];
    return [name, row[column] ?? empty];
  });
  return { ...Object.fromEntries(values), emailShown: isEmailShown(row) } as Pick<ListingFormValues, StoredFieldName>;
}

/** Whether visitors see the email of a listing. Null is one that showed it before there was a choice (docs/product.md, Listings). */
export const isEmailShown = ({ email_shown }: Pick<Selectable<Listings>, 'email_shown'>) => email_shown !== false;

/** The columns that `toColumns` sets: all that a form says, except its pictures. */
export const CONTENT_COLUMNS = [
  ...STORED_COLUMNS,
  ...[
    'city',
    'zip',
    'place_id',
    'county_id',
    'location_id',
    'category_id',
    'top_category_id',
    'lat',
    'lng',
    'point_source',
  ],
];

/**
 * The columns of a form, except its pictures, with the classification of the listing: the ZIP code determines the county;
 * the city is the place of that name in the county, else the typed text with the place of the ZIP code.
 * @throws {Invalid} for a ZIP code outside our area, a telephone number that is none, an unknown category or location, a category twice, or a year in the future
 */
export function toColumns(gazetteer: Gazetteer, fields: ListingFields) {
  const zip = gazetteer.zipCodes.get(fields.zipCode);
  const category = gazetteer.categories.byId.get(Number(fields.categoryId));
  const location = gazetteer.locations.byId.get(Number(fields.locationId));
  // Nothing says where a business is that publishes no street.
  const [pin, address] = fields.serviceAreaOnly ? [null, ''] : [fields.pin, fields.address];
  const phone = fields.phone === '' ? null : readPhone(fields.phone);
  const phoneFault = phone && 'fault' in phone ? phone.fault : null;
  const isPinTooFar = pin && zip && !(isInCounties(pin) && isNearZipCode(gazetteer, pin, zip));
  const issues = [
    ...(zip ? [] : [{ path: 'zipCode', message: ZIP_OUTSIDE_AREA_MESSAGE }]),
    ...(phoneFault ? [{ path: 'phone', message: translateDefined(PHONE_MESSAGES[phoneFault]) }] : []),
    ...(isPinTooFar ? [{ path: 'pin', message: PIN_TOO_FAR_MESSAGE }] : []),
    ...(category ? [] : [{ path: 'categoryId', message: t('Category is required') }]),
    ...findMoreCategoryIssues(gazetteer, fields),
    ...(location ? [] : [{ path: 'locationId', message: t('Location is required') }]),
    ...(isNotFutureYear(fields.yearFounded) ? [] : [{ path: 'yearFounded', message: t('Enter this year or earlier') }]),
  ];
  if (!zip || !category || !location || issues.length > 0) throw new Invalid(t('Invalid input'), issues);

  const namedPlace = findPlaceByName(gazetteer, zip, fields.city);
  const columns = {
    ...toStoredColumns({
      ...fields,
      address,
      phone: phone && !('fault' in phone) ? printPhone(phone) : '',
      translations: toTranslations(fields),
      socialMedia: toOrderedSocialMedia(fields.socialMedia),
      hours: fields.hours && Object.values(fields.hours).some((day) => day !== null) ? fields.hours : null,
    }),
    city: namedPlace?.name ?? fields.city,
    zip: zip.zip,
    place_id: (namedPlace ?? zip.place)?.id ?? null,
    county_id: zip.county.id,
    location_id: location.id,
    category_id: category.id,
    top_category_id: (category.parent ?? category).id,
    ...UNKNOWN_POINT,
  } satisfies Partial<Insertable<Listings>>;
  return pin ? setPoint(gazetteer, columns, { ...pin, source: 'owner' }) : columns;
}

function findMoreCategoryIssues({ categories }: ReferenceData, { categoryId, moreCategoryIds }: Categories) {
  return moreCategoryIds.flatMap((id, n) => {
    const path = `moreCategoryIds.${n}`;
    if (!categories.byId.has(id)) return [{ path, message: t('Choose a category') }];
    const isRepeated = id === Number(categoryId) || moreCategoryIds.indexOf(id) < n;
    return isRepeated ? [{ path, message: t('You already chose this category. Choose another one.') }] : [];
  });
}

type Categories = Pick<ListingFields, 'categoryId' | 'moreCategoryIds'>;

/** The further categories of a listing whose first one was changed: that is none of them anymore. */
export const withoutFirstCategory = ({ categoryId, moreCategoryIds }: Categories) =>
  moreCategoryIds.filter((id) => id !== Number(categoryId));

/**
 * What visitors find under another name than the form says: a city that its county does not have. The form keeps what was typed, and the
 * listing is under the ZIP code's place.
 */
export function findCorrections(
  gazetteer: Gazetteer,
  { zipCode, city }: Pick<ListingFields, 'zipCode' | 'city'>,
): Corrections {
  const zip = gazetteer.zipCodes.get(zipCode);
  if (!zip || findPlaceByName(gazetteer, zip, city)) return {};
  const [county, place] = [zip.county.name, zip.place?.name ?? zip.zip];
  const message = t('We don’t know a city named {city} in {county}. Visitors will find your listing under {place}.', {
    city,
    county,
    place,
  });
  return { corrected: [{ path: 'city', message }] };
}

/** The names that a form gives a listing, in all languages. */
export const toChosenNames = (
  { title, businessName, translations }: Pick<ListingFields, 'title' | 'businessName' | 'translations'>,
  accountId: number,
  earlier?: { title: string | null; business_name: string | null },
): ChosenName[] => [
  { name: title, path: 'title', accountId, earlier: earlier?.title },
  { name: businessName, path: 'businessName', accountId, earlier: earlier?.business_name },
  ...LANGUAGES.map((language) => ({
    name: translations[language]?.title,
    path: `translations.${language}.title`,
    accountId,
    earlier: earlier?.title,
  })),
];

const isNotFutureYear = (year: number | null) => year === null || year <= new Date().getUTCFullYear();

function findPlaceByName({ places }: ReferenceData, { county, place }: ZipCode, city: string) {
  const key = toNameKey(city);
  const matchesName = (candidate: { name: string }) => toNameKey(candidate.name) === key;
  if (key === '') return undefined;
  // Most places match by name.
  if (place && matchesName(place)) return place;
  return places.all.find((candidate) => candidate.county === county && matchesName(candidate));
}

/** What a listing says in its own language is no translation. In a fixed order, so that equal texts have the same fingerprint. */
const toTranslations = ({ language, translations }: Pick<ListingFields, 'language' | 'translations'>) =>
  Object.fromEntries(
    LANGUAGES.filter((other) => other !== language && translations[other]).map((other) => [other, translations[other]]),
  );

/** In a fixed order, so that equal addresses have the same JSON and the same fingerprint. */
const toOrderedSocialMedia = (socialMedia: ListingFields['socialMedia']) =>
  Object.fromEntries(
    (Object.keys(SOCIAL_PLATFORMS) as SocialPlatform[]).flatMap((platform) =>
      socialMedia[platform] ? [[platform, socialMedia[platform]]] : [],
    ),
  );
