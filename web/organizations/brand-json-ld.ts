import type { Brand } from '#contract/ownership/organizations.ts';
import type { Site } from '#contract/site.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { BUSINESS_TYPES } from '#web/base/layout/business-types.ts';
import { OMITTED_IN_BROWSER } from '#web/base/layout/json-ld.ts';

/** A business with its branches (schema.org `Organization`, https://schema.org/subOrganization). */
export function brandOrganization({ origin }: Site, { name, path, about, website, logo, branches }: Brand) {
  if (!import.meta.env.SSR) return OMITTED_IN_BROWSER;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    // The same business in every language.
    '@id': origin + path,
    url: website ?? origin + localPath(path),
    name,
    ...(about && { description: about }),
    ...(logo && { logo: origin + logo.src }),
    subOrganization: branches.map(({ id, businessName, category, tel, street, city, zipCode }) => ({
      '@type': BUSINESS_TYPES[category.slug] ?? BUSINESS_TYPES[category.top] ?? 'LocalBusiness',
      '@id': `${origin}/ads/${id}`,
      url: origin + localPath(`/ads/${id}`),
      name: businessName,
      ...(tel && { telephone: tel.replace(/^tel:|;.*/g, '') }),
      address: {
        '@type': 'PostalAddress',
        ...(street && { streetAddress: street }),
        addressLocality: city.name,
        addressRegion: 'CA',
        postalCode: zipCode,
        addressCountry: 'US',
      },
    })),
  };
}
