import type { OrganizationLeaf, PostalAddressLeaf, WithContext } from 'schema-dts';
import type { Brand } from '#contract/ownership/organizations.ts';
import type { Site } from '#contract/site.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { getBusinessType } from '#web/base/layout/business-types.ts';
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
    ...(website && { sameAs: [website] }),
    subOrganization: branches.map(({ id, businessName, category, tel, street, city, zipCode }) => ({
      '@type': getBusinessType(category),
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
      } satisfies PostalAddressLeaf,
    })),
  } satisfies WithContext<OrganizationLeaf>;
}
