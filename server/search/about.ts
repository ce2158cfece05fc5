import type { SearchAbout, Sought } from '#contract/search.ts';
import { settle } from './corrections.ts';
import type { SearchParts } from './understanding.ts';
import { widerSearches } from './wider.ts';

/**
 * How a search is understood, how many it finds, and what else could be looked for.
 * @throws {NotFound} for a category or place that is none
 */
export async function aboutSearch(parts: SearchParts, sought: Sought): Promise<SearchAbout> {
  const settled = await settle(parts, sought);
  const { asked, words, total, corrections, corrected } = settled;
  const { near, unknownNear, asksWhere, category, place } = asked;
  const saysWhere = asked.words.length < words.length;
  return {
    total,
    q: saysWhere ? asked.words.map(({ text }) => text).join(' ') : sought.q,
    near: near && { name: near.name, path: near.path, lat: near.lat, lng: near.lng },
    unknownNear,
    asksWhere,
    category: category && { name: category.name, slug: category.slug },
    place: place && { name: place.name, path: place.path },
    corrections: corrections.map(({ text }) => text),
    corrected,
    wider: await widerSearches(parts, settled, { sought, total }),
  };
}
