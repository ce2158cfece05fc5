import type { Ad, AdPage } from '#contract/listings.ts';
import type { Site } from '#contract/site.ts';

/** A step of the way from the home page to the page shown; the last one has no `href`. */
export interface Crumb {
  label: string;
  href?: string;
}

/** The way to a page, for search engines (schema.org `BreadcrumbList`). */
export function breadcrumbList({ origin }: Site, crumbs: Crumb[]) {
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
    ...(ad.imageUrl && { image: ad.imageUrl }),
    ...(ad.point && { geo: { '@type': 'GeoCoordinates', latitude: ad.point.lat, longitude: ad.point.lng } }),
  };
}

/** The site and who runs it (schema.org `WebSite`, `Organization`). */
export function webSite({ name, origin, operator }: Site) {
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
