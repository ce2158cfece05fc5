import type {
  AggregateRatingLeaf,
  EducationalOccupationalCredentialLeaf,
  GeoCircleLeaf,
  GeoCoordinatesLeaf,
  LocalBusinessLeaf,
  OpeningHoursSpecificationLeaf,
  OrganizationLeaf,
  PostalAddressLeaf,
  PropertyValueLeaf,
  RestaurantLeaf,
  ReviewLeaf,
  WebPageLeaf,
} from 'schema-dts';
import type { SpecialDate } from '#contract/hours/special-hours.ts';
import type { DayHours, Hours, Weekday } from '#contract/hours/weekly-hours.ts';
import { NOT_LICENSED } from '#contract/listing-fields/not-licensed.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { ListingReviews } from '#contract/reviews/reviews.ts';
import type { Site } from '#contract/site.ts';
import { printAddress, readAddress } from '#contract/values/address.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { BUSINESS_TYPES, type BusinessType, CUISINES, getBusinessType } from './business-types.ts';
import { OMITTED_IN_BROWSER } from './json-ld.ts';

/** What each business may say, and what only places to eat do. */
type BusinessProperties = Omit<LocalBusinessLeaf, '@type'> & Pick<RestaurantLeaf, 'servesCuisine'>;

/** The business of a listing (schema.org `LocalBusiness`, or the subtype of its category). Not for samples, which do not exist. */
export function localBusiness({ origin }: Site, listing: ListingPage, reviews?: ListingReviews) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  const images =
    listing.photos.length > 0 ? listing.photos.map(({ src }) => src) : [listing.imageSrc].filter((src) => src !== null);
  const profiles = [listing.businessUrl ?? [], Object.values(listing.socialMedia)].flat();
  const hours = listing.hours ? openingHours(listing.hours) : [];
  const specialHours = listing.specialDates.flatMap(toSpecialHours);
  const cuisines = [listing.category, ...listing.moreCategories].flatMap(({ slug }) => CUISINES[slug] ?? []);
  const page = origin + localPath(`/ads/${listing.id}`);
  return {
    '@context': 'https://schema.org' as const,
    '@type': toTypes(listing),
    ...({
      // The same business in every language.
      '@id': `${origin}/ads/${listing.id}`,
      url: listing.businessUrl ?? page,
      name: listing.businessName,
      description: listing.description,
      mainEntityOfPage: { '@type': 'WebPage', url: page, inLanguage: listing.textLanguage } satisfies WebPageLeaf,
      address: {
        '@type': 'PostalAddress',
        ...toPostalAddress(listing.address ?? ''),
        addressLocality: listing.city.name,
        addressRegion: listing.state,
        postalCode: listing.zipCode,
        addressCountry: 'US',
      } satisfies PostalAddressLeaf,
      ...(listing.tel && { telephone: listing.tel.replace(/^tel:|;.*/g, '') }),
      ...(listing.email && { email: listing.email }),
      ...(images.length > 0 && { image: images.map((path) => new URL(path, origin).href) }),
      ...(listing.logo && { logo: origin + listing.logo.src }),
      ...(listing.point && { geo: toGeo(listing.point) }),
      ...(hours.length > 0 && { openingHoursSpecification: hours }),
      ...(specialHours.length > 0 && { specialOpeningHoursSpecification: specialHours }),
      ...(profiles.length > 0 && { sameAs: profiles }),
      ...(listing.brand && { parentOrganization: toOrganization(origin, listing.brand) }),
      ...(listing.yearFounded && { foundingDate: String(listing.yearFounded) }),
      ...areaServed(listing),
      ...(cuisines.length > 0 && { servesCuisine: cuisines }),
      ...(listing.accepts.length > 0 && { paymentAccepted: listing.accepts.join(', ') }),
      ...(listing.languages.length > 0 && { knowsLanguage: listing.languages }),
      ...(listing.headline && { slogan: listing.headline }),
      ...(listing.tags.length > 0 && { keywords: listing.tags }),
      ...license(listing),
      ...(reviews && rating(reviews)),
      // Not of `listing.review`: search engines forbid reviews that a business selected itself
      // (https://developers.google.com/search/docs/appearance/structured-data/review-snippet).
    } satisfies BusinessProperties),
  };
}

/** That of its first category, and those of the others where they have one of their own. */
function toTypes({ category, moreCategories }: ListingPage): BusinessType | BusinessType[] {
  const first = getBusinessType(category);
  const types = [...new Set([first, ...moreCategories.flatMap(({ slug }) => BUSINESS_TYPES[slug] ?? [])])];
  return types.length > 1 ? types : first;
}

const toGeo = ({ lat, lng }: { lat: number; lng: number }) =>
  ({ '@type': 'GeoCoordinates', latitude: lat, longitude: lng }) satisfies GeoCoordinatesLeaf;

/** The business of which it is a branch, as its page describes it (`web/organizations/brand-json-ld.ts`). */
const toOrganization = (origin: string, { name, path }: NonNullable<ListingPage['brand']>) =>
  ({ '@type': 'Organization', '@id': origin + path, name }) satisfies OrganizationLeaf;

const METERS_PER_MILE = 1609;

/** In its own words, and as a circle around the ZIP code (https://schema.org/GeoCircle). */
function areaServed({ serviceArea, serviceRadius, zipCode }: ListingPage) {
  const circle =
    serviceRadius &&
    ({
      '@type': 'GeoCircle',
      geoRadius: serviceRadius * METERS_PER_MILE,
      geoMidpoint: { '@type': 'GeoCoordinates', postalCode: zipCode, addressCountry: 'US' },
    } satisfies GeoCircleLeaf);
  const areas = [serviceArea || [], circle || []].flat();
  return areas.length > 0 && { areaServed: areas.length === 1 ? areas[0] : areas };
}

/** The number that its page shows, unless the state's list says otherwise, and what that confirms of it (https://schema.org/hasCredential). */
function license({ license, licenseNumber }: ListingPage) {
  const value = license?.number ?? licenseNumber;
  if (!value || value === NOT_LICENSED || license?.check === 'unconfirmed') return {};
  return {
    identifier: { '@type': 'PropertyValue', propertyID: 'California license', value } satisfies PropertyValueLeaf,
    ...(license?.check === 'confirmed' && { hasCredential: toCredential(license) }),
  };
}

const toCredential = ({ number, classes, url }: NonNullable<ListingPage['license']>) =>
  ({
    '@type': 'EducationalOccupationalCredential',
    credentialCategory: 'license',
    identifier: number,
    name: classes.join(', '),
    ...(url && { url }),
    recognizedBy: { '@type': 'GovernmentOrganization', name: 'California Contractors State License Board' },
  }) satisfies EducationalOccupationalCredentialLeaf;

function toPostalAddress(address: string) {
  const parts = readAddress(address);
  const { street, box } = parts;
  return {
    ...(street && { streetAddress: box ? printAddress({ ...parts, box: null }) : address }),
    ...(box && { postOfficeBoxNumber: box }),
  };
}

/** The average and the reviews of a page, from three reviews on. */
function rating({ count, average, reviews }: ListingReviews) {
  if (average === null) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
    } satisfies AggregateRatingLeaf,
    review: reviews.map(
      ({ author, stars, text, publishedAt }) =>
        ({
          '@type': 'Review',
          author: { '@type': 'Person', name: author },
          datePublished: publishedAt.slice(0, 10),
          reviewRating: { '@type': 'Rating', ratingValue: stars },
          reviewBody: text,
        }) satisfies ReviewLeaf,
    ),
  };
}

const DAYS_OF_WEEK = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const satisfies Record<Weekday, string>;

/** One entry for each span. A closed day opens and closes at 00:00, as Google defines it. */
function openingHours(hours: Hours) {
  return Object.entries(hours).flatMap(([day, dayHours]) =>
    toOpeningSpans(dayHours).map(
      (span) =>
        ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: DAYS_OF_WEEK[day as Weekday],
          ...span,
        }) satisfies OpeningHoursSpecificationLeaf,
    ),
  );
}

/** One entry for each span of a date, and one for a closed period, without an end until further notice (developers.google.com/search/docs/appearance/structured-data/local-business). */
function toSpecialHours({ date, through, hours }: SpecialDate) {
  return toOpeningSpans(hours).map(
    (span) =>
      ({
        '@type': 'OpeningHoursSpecification',
        ...span,
        validFrom: date,
        ...(through !== null && { validThrough: through ?? date }),
      }) satisfies OpeningHoursSpecificationLeaf,
  );
}

function toOpeningSpans(dayHours: DayHours | null) {
  if (dayHours === 'closed') return [{ opens: '00:00', closes: '00:00' }];
  if (dayHours === 'all-day') return [{ opens: '00:00', closes: '23:59' }];
  return dayHours === 'appointment' ? [] : (dayHours ?? []);
}
