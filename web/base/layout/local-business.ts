import type { SpecialDate } from '#contract/hours/special-hours.ts';
import type { DayHours, Hours } from '#contract/hours/weekly-hours.ts';
import type { ListingPage } from '#contract/listings.ts';
import type { ListingReviews } from '#contract/reviews/reviews.ts';
import type { Site } from '#contract/site.ts';
import { printAddress, readAddress } from '#contract/values/address.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { BUSINESS_TYPES } from './business-types.ts';
import { OMITTED_IN_BROWSER } from './json-ld.ts';

/** The business of a listing (schema.org `LocalBusiness`, or the subtype of its category). Not for samples, which do not exist. */
export function localBusiness({ origin }: Site, listing: ListingPage, reviews?: ListingReviews) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  const images =
    listing.photos.length > 0 ? listing.photos.map(({ src }) => src) : [listing.imageSrc].filter((src) => src !== null);
  const profiles = Object.values(listing.socialMedia);
  const hours = listing.hours ? openingHours(listing.hours) : [];
  const specialHours = listing.specialDates.flatMap(toSpecialHours);
  return {
    '@context': 'https://schema.org',
    '@type': toTypes(listing),
    // The same business in every language.
    '@id': `${origin}/ads/${listing.id}`,
    url: listing.businessUrl ?? origin + localPath(`/ads/${listing.id}`),
    name: listing.businessName,
    description: listing.description,
    mainEntityOfPage: {
      '@type': 'WebPage',
      url: origin + localPath(`/ads/${listing.id}`),
      inLanguage: listing.textLanguage,
    },
    address: {
      '@type': 'PostalAddress',
      ...toPostalAddress(listing.address ?? ''),
      addressLocality: listing.city.name,
      addressRegion: listing.state,
      postalCode: listing.zipCode,
      addressCountry: 'US',
    },
    ...(listing.tel && { telephone: listing.tel.replace(/^tel:|;.*/g, '') }),
    ...(listing.email && { email: listing.email }),
    ...(images.length > 0 && { image: images.map((path) => new URL(path, origin).href) }),
    ...(listing.logo && { logo: origin + listing.logo.src }),
    ...(listing.point && {
      geo: { '@type': 'GeoCoordinates', latitude: listing.point.lat, longitude: listing.point.lng },
    }),
    ...(hours.length > 0 && { openingHoursSpecification: hours }),
    ...(specialHours.length > 0 && { specialOpeningHoursSpecification: specialHours }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...(listing.yearFounded && { foundingDate: String(listing.yearFounded) }),
    ...areaServed(listing),
    ...(listing.accepts.length > 0 && { paymentAccepted: listing.accepts.join(', ') }),
    ...(listing.languages.length > 0 && { knowsLanguage: listing.languages }),
    ...(listing.headline && { slogan: listing.headline }),
    ...(listing.tags.length > 0 && { keywords: listing.tags }),
    ...(listing.license?.check === 'confirmed' && { hasCredential: toCredential(listing.license) }),
    ...(reviews && rating(reviews)),
    // Not of `listing.review`: search engines forbid reviews that a business selected itself
    // (https://developers.google.com/search/docs/appearance/structured-data/review-snippet).
  };
}

/** That of its first category, and those of the others where they have one of their own. */
function toTypes({ category, moreCategories }: ListingPage) {
  const first = BUSINESS_TYPES[category.slug] ?? BUSINESS_TYPES[category.top] ?? 'LocalBusiness';
  const types = [...new Set([first, ...moreCategories.flatMap(({ slug }) => BUSINESS_TYPES[slug] ?? [])])];
  return types.length > 1 ? types : first;
}

const METERS_PER_MILE = 1609;

/** In its own words, and as a circle around the ZIP code (https://schema.org/GeoCircle). */
function areaServed({ serviceArea, serviceRadius, zipCode }: ListingPage) {
  const circle = serviceRadius && {
    '@type': 'GeoCircle',
    geoRadius: serviceRadius * METERS_PER_MILE,
    geoMidpoint: { '@type': 'GeoCoordinates', postalCode: zipCode, addressCountry: 'US' },
  };
  const areas = [serviceArea, circle].filter(Boolean);
  return areas.length > 0 && { areaServed: areas.length === 1 ? areas[0] : areas };
}

/** Only what the state's list confirms (https://schema.org/hasCredential). */
const toCredential = ({ number, classes, url }: NonNullable<ListingPage['license']>) => ({
  '@type': 'EducationalOccupationalCredential',
  credentialCategory: 'license',
  identifier: number,
  name: classes.join(', '),
  ...(url && { url }),
  recognizedBy: { '@type': 'GovernmentOrganization', name: 'California Contractors State License Board' },
});

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
    aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count },
    review: reviews.map(({ author, stars, text, publishedAt }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: author },
      datePublished: publishedAt.slice(0, 10),
      reviewRating: { '@type': 'Rating', ratingValue: stars },
      reviewBody: text,
    })),
  };
}

/** One entry for each span. A closed day opens and closes at 00:00, as Google defines it. */
function openingHours(hours: Hours) {
  return Object.entries(hours).flatMap(([day, dayHours]) =>
    toOpeningSpans(dayHours).map((span) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: day[0]?.toUpperCase() + day.slice(1),
      ...span,
    })),
  );
}

/** One entry for each span of a date, and one for a closed period, without an end until further notice (developers.google.com/search/docs/appearance/structured-data/local-business). */
function toSpecialHours({ date, through, hours }: SpecialDate) {
  return toOpeningSpans(hours).map((span) => ({
    '@type': 'OpeningHoursSpecification',
    ...span,
    validFrom: date,
    ...(through !== null && { validThrough: through ?? date }),
  }));
}

function toOpeningSpans(dayHours: DayHours | null) {
  if (dayHours === 'closed') return [{ opens: '00:00', closes: '00:00' }];
  if (dayHours === 'all-day') return [{ opens: '00:00', closes: '23:59' }];
  return dayHours === 'appointment' ? [] : (dayHours ?? []);
}
