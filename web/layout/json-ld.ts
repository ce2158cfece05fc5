import type { SpecialDate } from '#contract/hours/special-hours.ts';
import type { DayHours, Hours } from '#contract/hours/weekly-hours.ts';
import type { Listing, ListingPage } from '#contract/listings.ts';
import type { ListingReviews } from '#contract/reviews/reviews.ts';
import type { Site } from '#contract/site.ts';
import { LANGUAGE, localPath } from '../i18n/language.ts';
import { BUSINESS_TYPES } from './business-types.ts';

// Search engines read the HTML of the server, so the browser keeps the existing scripts, and its bundle omits this code.
const OMITTED_IN_BROWSER = {} as never;

/** One breadcrumb from the home page to the current page, which has no `href`. */
export interface Crumb {
  label: string;
  href?: string;
}

/** The breadcrumbs of a page (schema.org `BreadcrumbList`). */
export function breadcrumbList({ origin }: Site, crumbs: Crumb[]) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href && { item: origin + localPath(href) }),
    })),
  };
}

/** The listings of a page, in order (schema.org `ItemList`), without samples. */
export function itemList({ origin }: Site, listings: Listing[]) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: listings
      .filter(({ sample }) => !sample)
      .map((listing, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: listing.title,
        url: origin + localPath(`/ads/${listing.id}`),
      })),
  };
}

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
    '@type': BUSINESS_TYPES[listing.category.slug] ?? BUSINESS_TYPES[listing.category.top] ?? 'LocalBusiness',
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
      ...(listing.address && { streetAddress: listing.address }),
      addressLocality: listing.city.name,
      addressRegion: listing.state,
      postalCode: listing.zipCode,
      addressCountry: 'US',
    },
    ...(listing.phone && { telephone: listing.phone }),
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
    ...(listing.serviceArea && { areaServed: listing.serviceArea }),
    ...(listing.languages.length > 0 && { knowsLanguage: listing.languages }),
    ...(listing.headline && { slogan: listing.headline }),
    ...(listing.tags.length > 0 && { keywords: listing.tags }),
    ...(reviews && rating(reviews)),
    // Not of `listing.review`: search engines forbid reviews that a business selected itself
    // (https://developers.google.com/search/docs/appearance/structured-data/review-snippet).
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

/** The questions and answers of a listing (schema.org `FAQPage`); an empty array if it has none. */
export function listingFaqPage({ faq }: Pick<ListingPage, 'faq'>) {
  if (faq.length === 0) return [];
  if (!import.meta.env.SSR) return [OMITTED_IN_BROWSER];
  const mainEntity = faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return [{ '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity }];
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

/** One entry for each span of a date (developers.google.com/search/docs/appearance/structured-data/local-business). */
function toSpecialHours({ date, hours }: SpecialDate) {
  return toOpeningSpans(hours).map((span) => ({
    '@type': 'OpeningHoursSpecification',
    ...span,
    validFrom: date,
    validThrough: date,
  }));
}

function toOpeningSpans(dayHours: DayHours | null) {
  if (dayHours === 'closed') return [{ opens: '00:00', closes: '00:00' }];
  if (dayHours === 'all-day') return [{ opens: '00:00', closes: '23:59' }];
  return dayHours ?? [];
}

/** The site and its operator (schema.org `WebSite`, `Organization`). */
export function webSite({ name, origin, operator }: Site) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        url: `${origin}${localPath('/')}`,
        name,
        inLanguage: LANGUAGE,
        publisher: { '@id': `${origin}/#operator` },
      },
      {
        '@type': 'Organization',
        '@id': `${origin}/#operator`,
        name,
        url: `${origin}/`,
        logo: `${origin}/apple-touch-icon.png`,
        parentOrganization: { '@type': 'Organization', name: operator },
      },
    ],
  };
}
