import type { Listing, ListingPage } from '#contract/listings.ts';
import type { Site } from '#contract/site.ts';
import type { DayHours, Hours } from '#contract/weekly-hours.ts';

// Who reads it reads the server's HTML: pages keep what stands there, and their scripts need not know how it is made.
const OMITTED_IN_BROWSER = {} as never;

/** A step of the way from the home page to the page shown; the last one has no `href`. */
export interface Crumb {
  label: string;
  href?: string;
}

/** The way to a page, for search engines (schema.org `BreadcrumbList`). */
export function breadcrumbList({ origin }: Site, crumbs: Crumb[]) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href && { item: origin + href }),
    })),
  };
}

/** The listings that a page shows, in order (schema.org `ItemList`). */
export function itemList({ origin }: Site, listings: Listing[]) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: listings.map((ad, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: ad.title,
      url: `${origin}/ads/${ad.id}`,
    })),
  };
}

/** A listing's business as far as it is known (schema.org `LocalBusiness`). Not for samples: they are made up. */
export function localBusiness({ origin }: Site, listing: ListingPage) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  const images =
    listing.photos.length > 0 ? listing.photos.map(({ src }) => src) : [listing.imageUrl].filter((url) => url !== null);
  const profiles = Object.values(listing.socialMedia);
  const hours = listing.hours ? openingHours(listing.hours) : [];
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${origin}/ads/${listing.id}`,
    url: listing.businessUrl ?? `${origin}/ads/${listing.id}`,
    name: listing.businessName,
    description: listing.description,
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
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...(listing.yearFounded && { foundingDate: String(listing.yearFounded) }),
    ...(listing.serviceArea && { areaServed: listing.serviceArea }),
    ...(listing.languages.length > 0 && { knowsLanguage: listing.languages }),
    ...(listing.headline && { slogan: listing.headline }),
    ...(listing.tags.length > 0 && { keywords: listing.tags }),
    // Never the customer's words as a `Review` or a rating: search engines forbid reviews that a business chose of itself
    // (https://developers.google.com/search/docs/appearance/structured-data/review-snippet).
  };
}

/** The questions that a listing answers (schema.org `FAQPage`), for search and voice; none where it answers none. */
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

/** One entry for each span of time; a day that is closed has one that ends as it begins, as Google reads it. */
function openingHours(hours: Hours) {
  return Object.entries(hours).flatMap(([day, said]) =>
    toOpeningSpans(said).map((span) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: day[0]?.toUpperCase() + day.slice(1),
      ...span,
    })),
  );
}

function toOpeningSpans(dayHours: DayHours | null) {
  if (dayHours === 'closed') return [{ opens: '00:00', closes: '00:00' }];
  if (dayHours === 'all-day') return [{ opens: '00:00', closes: '23:59' }];
  return dayHours ?? [];
}

/** The site and who runs it (schema.org `WebSite`, `Organization`). */
export function webSite({ name, origin, operator }: Site) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        url: `${origin}/`,
        name,
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
