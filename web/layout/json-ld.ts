import type { DayHours, Hours } from '#contract/listing-form.ts';
import type { Ad, AdPage } from '#contract/listings.ts';
import type { Site } from '#contract/site.ts';

// Who reads it reads the server's HTML: pages keep what stands there, and their scripts need not know how it is made.
const IN_BROWSER = {} as never;

/** A step of the way from the home page to the page shown; the last one has no `href`. */
export interface Crumb {
  label: string;
  href?: string;
}

/** The way to a page, for search engines (schema.org `BreadcrumbList`). */
export function breadcrumbList({ origin }: Site, crumbs: Crumb[]) {
  if (!import.meta.env.SSR) return IN_BROWSER;
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
export function itemList({ origin }: Site, ads: Ad[]) {
  if (!import.meta.env.SSR) return IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: ads.map((ad, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: ad.title,
      url: `${origin}/ads/${ad.id}`,
    })),
  };
}

/** A listing's business as far as it is known (schema.org `LocalBusiness`). Not for samples: they are made up. */
export function localBusiness({ origin }: Site, ad: AdPage) {
  if (!import.meta.env.SSR) return IN_BROWSER;
  const images = ad.photos.length > 0 ? ad.photos.map(({ src }) => src) : [ad.imageUrl].filter((url) => url !== null);
  const profiles = Object.values(ad.socialMedia);
  const hours = ad.hours ? openingHours(ad.hours) : [];
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${origin}/ads/${ad.id}`,
    url: ad.businessUrl ?? `${origin}/ads/${ad.id}`,
    name: ad.businessName,
    description: ad.description,
    address: {
      '@type': 'PostalAddress',
      ...(ad.address && { streetAddress: ad.address }),
      addressLocality: ad.city.name,
      addressRegion: ad.state,
      postalCode: ad.zipCode,
      addressCountry: 'US',
    },
    ...(ad.phone && { telephone: ad.phone }),
    ...(ad.email && { email: ad.email }),
    ...(images.length > 0 && { image: images.map((path) => new URL(path, origin).href) }),
    ...(ad.logo && { logo: origin + ad.logo.src }),
    ...(ad.point && { geo: { '@type': 'GeoCoordinates', latitude: ad.point.lat, longitude: ad.point.lng } }),
    ...(hours.length > 0 && { openingHoursSpecification: hours }),
    ...(profiles.length > 0 && { sameAs: profiles }),
    ...(ad.yearFounded && { foundingDate: String(ad.yearFounded) }),
    ...(ad.serviceArea && { areaServed: ad.serviceArea }),
    ...(ad.languages.length > 0 && { knowsLanguage: ad.languages }),
    ...(ad.headline && { slogan: ad.headline }),
    ...(ad.tags.length > 0 && { keywords: ad.tags }),
    // Never the customer's words as a `Review` or a rating: search engines forbid reviews that a business chose of itself
    // (https://developers.google.com/search/docs/appearance/structured-data/review-snippet).
  };
}

/** The questions that a listing answers (schema.org `FAQPage`), for search and voice; none where it answers none. */
export function faqPage({ faq }: Pick<AdPage, 'faq'>) {
  if (faq.length === 0) return [];
  if (!import.meta.env.SSR) return [IN_BROWSER];
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
    spansOf(said).map((span) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: day[0]?.toUpperCase() + day.slice(1),
      ...span,
    })),
  );
}

function spansOf(said: DayHours | null) {
  if (said === 'closed') return [{ opens: '00:00', closes: '00:00' }];
  if (said === 'all-day') return [{ opens: '00:00', closes: '23:59' }];
  return said ?? [];
}

/** The site and who runs it (schema.org `WebSite`, `Organization`). */
export function webSite({ name, origin, operator }: Site) {
  if (!import.meta.env.SSR) return IN_BROWSER;
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
