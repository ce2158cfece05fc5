import type { ComparedListing } from '#contract/compare/compare.ts';
import type { FactName } from '#contract/fact-sources.ts';
import { getOpeningState } from '#contract/hours/opening-hours.ts';
import type { Listing, ListingPage } from '#contract/listings.ts';
import { toSourcePath } from '#contract/ownership/sharing/visit-source.ts';
import { UNKNOWN, withoutEmails } from './tool.ts';

const OWNER = 'the business itself';

/** A fact of a business: its value or 'unknown', who says it, and when ('2024-11', '2022', or a day). */
interface Fact {
  value: unknown;
  source?: string;
  date?: string;
  source_url?: string;
}

/** Whether a business is open at a time, as far as its hours are known. */
export function toOpenState(listing: Pick<Listing, 'hours' | 'specialHours'>, at: Date): 'open' | 'closed' | 'unknown' {
  const state = getOpeningState(listing, at);
  if (!state || state.reason === 'appointment') return UNKNOWN;
  return state.isOpen ? 'open' : 'closed';
}

/** What a list says of a business. */
export const toSummary = (listing: Listing & { miles?: number | null }, origin: string, at: Date) => ({
  id: listing.id,
  name: listing.businessName,
  title: listing.title,
  category: listing.category.name,
  address: listing.address ?? UNKNOWN,
  city: listing.city.name,
  county: listing.county.name,
  zip_code: listing.zipCode,
  phone: listing.tel?.replace('tel:', '') ?? UNKNOWN,
  website: listing.businessUrl ?? UNKNOWN,
  open: toOpenState(listing, at),
  rating: listing.rating ?? UNKNOWN,
  license_confirmed: listing.licensed ? true : UNKNOWN,
  ...(typeof listing.miles === 'number' && { distance_miles: listing.miles }),
  stated_by: toStatedBy(listing),
  page: origin + toSourcePath(listing.id, 'assistant'),
});

const toStatedBy = ({ sample, unclaimed }: Pick<Listing, 'sample' | 'unclaimed'>) => {
  if (sample) return 'nobody: a fictional sample';
  return unclaimed ? 'open data, not confirmed by the business' : OWNER;
};

/** What is compared of a business. */
export const toComparison = (listing: ComparedListing, origin: string, at: Date) => ({
  ...toSummary(listing, origin, at),
  hours: listing.hours ?? UNKNOWN,
  languages: orUnknown(listing.languages),
  service_area: orUnknown(listing.serviceArea && withoutEmails(listing.serviceArea)),
  year_founded: listing.yearFounded ?? UNKNOWN,
  license_number: orUnknown(listing.licenseNumber),
  price_notes: orUnknown(listing.priceNotes && withoutEmails(listing.priceNotes)),
});

/** All that the page of a business says, each fact with who says it. */
export function toBusiness(listing: ListingPage, origin: string, at: Date) {
  const fact = (value: unknown, name?: FactName) => toFact(listing, value, name);
  return {
    id: listing.id,
    page: origin + toSourcePath(listing.id, 'assistant'),
    stated_by: toStatedBy(listing),
    confirmed_by_owner_on: listing.confirmedAt?.slice(0, 10) ?? UNKNOWN,
    changed_on: listing.updatedAt.slice(0, 10),
    may_have_closed: toClosure(listing),
    open_now: toOpenState(listing, at),
    facts: {
      name: fact(listing.businessName, 'name'),
      category: fact(listing.category.name, 'category'),
      address: fact(listing.address, 'address'),
      city: fact(listing.city.name, 'address'),
      county: fact(listing.county.name, 'address'),
      zip_code: fact(listing.zipCode, 'address'),
      point: fact(listing.point, 'point'),
      phone: fact(listing.phone, 'phone'),
      website: fact(listing.businessUrl, 'website'),
      hours: fact(listing.hours, 'hours'),
      days_with_other_hours: fact(listing.specialDates, 'hours'),
      languages: fact(listing.languages),
      service_area: fact(listing.serviceArea && withoutEmails(listing.serviceArea)),
      year_founded: fact(listing.yearFounded),
      price_notes: fact(listing.priceNotes && withoutEmails(listing.priceNotes)),
      license: toLicense(listing),
      accepts: fact(listing.accepts, listing.accepts[0] === 'EBT' ? 'ebt' : 'wic'),
      description: fact(withoutEmails(listing.description), 'description'),
    },
    rating: listing.rating ? { ...listing.rating, source: 'reviews on this site' } : UNKNOWN,
    answers_messages_in_minutes: listing.answerMinutes ?? UNKNOWN,
  };
}

const orUnknown = (value: string | string[] | null | undefined) => (isStated(value) ? value : UNKNOWN);

const isStated = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function toFact(listing: ListingPage, value: unknown, name: FactName | undefined): Fact {
  if (!isStated(value)) return { value: UNKNOWN };
  return { value, ...findSource(listing, name) };
}

/** Who says a fact. A listing that somebody claimed has facts of its source and of its owner, and the API does not tell them all apart. */
function findSource(
  { sources, unclaimed, sample, confirmedAt, updatedAt }: ListingPage,
  name: FactName | undefined,
): Omit<Fact, 'value'> {
  if (sample) return {};
  const named = name && sources.find(({ facts }) => facts.includes(name));
  const others = name && sources.find(({ facts }) => facts.length === 0);
  const source = named || others;
  if (!source) return { source: OWNER, date: (confirmedAt ?? updatedAt).slice(0, 10) };
  const { title, date, url } = source;
  return {
    source: named || unclaimed ? title : `${title}, or ${OWNER}`,
    ...(date && { date }),
    ...(url && { source_url: url }),
  };
}

function toLicense({ license }: ListingPage): Fact {
  if (!license) return { value: UNKNOWN };
  const { number, check, classes, listedOn, url } = license;
  return {
    value: { number, check: check ?? UNKNOWN, classes },
    source: check ? 'California’s list of licenses' : OWNER,
    ...(listedOn && { date: listedOn }),
    ...(url && { source_url: url }),
  };
}

function toClosure({ possibleClosure }: ListingPage) {
  if (!possibleClosure) return false;
  const { title, date, reason } = possibleClosure;
  return { reason, source: title || 'visitors of this site', date: date ?? UNKNOWN };
}
