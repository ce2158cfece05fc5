import type { BreadcrumbListLeaf, FAQPageLeaf, Graph, ItemListLeaf, WithContext } from 'schema-dts';
import type { Listing } from '#contract/listings.ts';
import type { Site } from '#contract/site.ts';
import { LANGUAGE, localPath } from '#web/base/i18n/language.ts';

/** Search engines read the HTML of the server, so the browser keeps the existing scripts, and its bundle omits this code. */
export const OMITTED_IN_BROWSER = {} as never;

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
  } satisfies WithContext<BreadcrumbListLeaf>;
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
  } satisfies WithContext<ItemListLeaf>;
}

/** Questions with their answers, which may be HTML (schema.org `FAQPage`); an empty array without any. */
export function faqPage(questions: readonly { question: string; answer: string }[]) {
  if (questions.length === 0) return [];
  if (!import.meta.env.SSR) return [OMITTED_IN_BROWSER];
  const page = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  } satisfies WithContext<FAQPageLeaf>;
  return [page];
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
  } satisfies Graph;
}
