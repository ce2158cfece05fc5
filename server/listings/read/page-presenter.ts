import type { Selectable } from 'kysely';
import { todayInLosAngeles } from '#contract/hours/special-days.ts';
import { listSpecialDates } from '#contract/hours/special-hours.ts';
import { toLanguage } from '#contract/i18n/languages.ts';
import {
  EMPTY_PAGE_FIELDS,
  LISTING_FIELDS,
  PAGE_FIELD_NAMES,
  type PageFieldName,
  type PageFields,
} from '#contract/listing-fields/listing-fields.ts';
import { isOnPlatform } from '#contract/listing-fields/social-hosts.ts';
import type { SocialPlatform } from '#contract/listing-fields/social-platforms.ts';
import { type Level, type ListingPage, levelSchema } from '#contract/listings.ts';
import { isEmailShown } from '#server/listings/fields.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { toCategoryLink, toLink, toLocationLink } from '#server/places/places.ts';
import type { Listings } from '#server/platform/db/schema.ts';
import type { PageColumn, PageRow } from './columns.ts';
import { NO_PROVENANCE, type Provenance } from './fact-sources.ts';
import { getOrThrow, presentHours, presentListing, showPhone, toLogo, toPhotos } from './presenter.ts';

/**
 * The public page of a listing. Its map is on every page with an exact point. The logo and the photos belong to paid levels; `LISTING_FIELDS` says from
 * which level on the other fields are shown. The email address is private unless the owner shows it.
 */
export function presentListingPage(
  row: PageRow,
  gazetteer: Gazetteer,
  provenance: Provenance = NO_PROVENANCE,
  license: ListingPage['license'] = null,
): ListingPage {
  const { parent } = getOrThrow(gazetteer.categories.byId, row.category_id);
  const paid = row.shown_level !== 'free';
  const listing = presentListing(row, gazetteer);
  return {
    ...listing,
    ...presentPageFields(row, row.shown_level),
    ...presentHours(row),
    specialDates: listSpecialDates(listing.specialHours, todayInLosAngeles(), 366),
    email: row.owner_id !== null && isEmailShown(row) ? row.email : null,
    location: toLocationLink(getOrThrow(gazetteer.locations.byId, row.location_id)),
    parentCategory: parent && toCategoryLink(parent),
    moreCategories: row.more_category_ids.flatMap((id) => {
      const category = gazetteer.categories.byId.get(id);
      return category ? [toCategoryLink(category)] : [];
    }),
    neighborhood: toNeighborhood(row, gazetteer),
    ...presentSpot(row, gazetteer),
    logo: paid ? toLogo(row) : null,
    photos: paid ? toPhotos(row) : [],
    otherTel: row.phone !== null && row.origin !== 'sample' ? showPhone(row.phone).otherTel : null,
    writtenIn: toLanguage(row.language),
    hasWebsite: row.website !== null,
    license,
    source: row.source,
    ...provenance,
    brand: null,
    updatedAt: row.updated_at.toISOString(),
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}

/** Where the page of a listing says that it is: its exact point, or, of a paid one without, the middle of its ZIP code. */
export function presentSpot(
  { lat, lng, zip, shown_level }: Pick<PageRow, 'lat' | 'lng' | 'zip' | 'shown_level'>,
  gazetteer: Gazetteer,
): Pick<ListingPage, 'point' | 'area'> {
  if (lat !== null && lng !== null) return { point: { lat, lng }, area: null };
  return { point: null, area: shown_level === 'free' ? null : toMiddle(gazetteer, zip) };
}

function toNeighborhood({ neighborhood_id, place_id }: PageRow, { places }: Gazetteer) {
  const found = neighborhood_id === place_id ? undefined : places.byId.get(neighborhood_id ?? 0);
  return found ? toLink(found) : null;
}

function toMiddle({ zipCodes }: Gazetteer, zip: string) {
  const { lat, lng } = getOrThrow(zipCodes, zip);
  return { lat, lng };
}

/** The fields that the listing's page shows at a level; all others are empty. */
export function presentPageFields(row: Pick<Selectable<Listings>, PageColumn>, level: Level): PageFields {
  const shown = PAGE_FIELD_NAMES.filter((name) => isShown(name, level));
  const fields: PageFields = {
    ...EMPTY_PAGE_FIELDS,
    ...Object.fromEntries(shown.map((name) => [name, row[LISTING_FIELDS[name].column]])),
  };
  return {
    ...fields,
    phone: fields.phone && showPhone(fields.phone).phone,
    socialMedia: omitForeignLinks(fields.socialMedia),
  };
}

/** Older listings can have profile links to any site: they stay in the form, whose next edit refuses them, and are not shown. */
const omitForeignLinks = (links: PageFields['socialMedia']): PageFields['socialMedia'] =>
  Object.fromEntries(
    Object.entries(links).filter(([platform, link]) => isOnPlatform(platform as SocialPlatform, link)),
  );

const isShown = (name: PageFieldName, level: Level) =>
  levelSchema.options.indexOf(level) >= levelSchema.options.indexOf(LISTING_FIELDS[name].shownFrom);
