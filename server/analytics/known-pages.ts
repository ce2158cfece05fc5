import { REGIONS_OUTSIDE_CALIFORNIA } from '#contract/regions.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';

/** The path under which pages are counted together. */
export const OTHER_PAGES = '(other pages)';

/** What determines which pages exist. */
export interface PageSources {
  gazetteer: Gazetteer;
  /** Whether the blog has a post of this slug. */
  hasPost?: (slug: string) => boolean;
}

/** Creates a predicate for paths of public pages, except for those of listings (`parseListingId`). */
export function createKnownPagePredicate({ gazetteer, hasPost = () => false }: PageSources): (path: string) => boolean {
  // Looked up at each call, because the gazetteer is reloaded.
  const isCity = (slug: string) => gazetteer.places.bySlug.has(slug) || gazetteer.locations.bySlug.has(slug);
  const hasPage: Record<string, (slug: string) => boolean> = {
    blog: hasPost,
    category: (slug) => gazetteer.categories.bySlug.has(slug),
    city: isCity,
    county: (slug) => gazetteer.counties.bySlug.has(slug),
    zip: (slug) => gazetteer.zipCodes.has(slug),
  };
  return (path) => {
    const [first = '', slug, part, ...rest] = path.slice(1).split('/');
    if (STATIC_PATHS.has(path)) return true;
    if (slug === undefined) return isCity(first) || REGIONS_OUTSIDE_CALIFORNIA.some((region) => region.slug === first);
    if (part === undefined) return Object.hasOwn(hasPage, first) && (hasPage[first]?.(slug) ?? false);
    const { places, categories } = gazetteer;
    return first === 'city' && places.bySlug.has(slug) && categories.bySlug.has(part) && rest.length === 0;
  };
}

/** The id of the listing whose page has this path; undefined for other paths. */
export function parseListingId(path: string): number | undefined {
  const [, number] = /^\/ads\/([1-9]\d{0,14})$/.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

const STATIC_PATHS = new Set([
  '/',
  '/account',
  '/account/branches',
  '/account/claim',
  '/admin',
  '/auth',
  '/auth/confirm',
  '/auth/link',
  '/auth/reset',
  '/blog',
  '/browse',
  '/categories',
  '/checkout',
  '/compare',
  '/contact',
  '/faq',
  '/featured',
  '/help',
  '/join',
  '/locations',
  '/payment-success',
  '/post-ad',
  '/privacy-choices',
  '/privacy-policy',
  '/quick-links',
  '/quote',
  '/receipt-codes',
  '/rates',
  '/saved',
  '/search',
  '/terms-of-service',
  '/renew',
  '/stop-renewal',
  '/still-right',
  '/unsubscribe',
]);
