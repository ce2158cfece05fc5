import type { Category } from '#contract/categories.ts';

const NOUNS: Record<string, string> = {
  'breweries-wineries': 'breweries',
  'grocery-stores': 'grocers',
  'farmers-markets': 'farmers markets',
};

/** The categories that the home page may name. */
export const CLAIMED_CATEGORIES = Object.keys(NOUNS);

/** What the site can truly say to hold, of what it likes to say: nothing of a category without listings. */
export const claimsOf = (categories: Pick<Category, 'slug' | 'count'>[]) =>
  categories.flatMap(({ slug, count }) => (count > 0 && NOUNS[slug] ? [NOUNS[slug]] : []));
