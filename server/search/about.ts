import type { SearchFilters, SearchSummary } from '#contract/search.ts';
import { broadenSearch } from './broaden.ts';
import { resolveSpelling } from './corrections.ts';
import type { SearchDeps } from './query-understanding.ts';

/**
 * How a search is understood, how many it finds, and what else could be looked for.
 * @throws {NotFound} for a category or place that is none
 */
export async function aboutSearch(parts: SearchDeps, filters: SearchFilters): Promise<SearchSummary> {
  const resolved = await resolveSpelling(parts, filters);
  const { parsed: asked, words, total, corrections, corrected } = resolved;
  const { near, unknownNear, needsLocation: asksWhere, category, place } = asked;
  const namesLocation = asked.words.length < words.length;
  return {
    total,
    q: namesLocation ? asked.words.map(({ text }) => text).join(' ') : filters.q,
    near: near && { name: near.name, path: near.path, lat: near.lat, lng: near.lng },
    unknownNear,
    asksWhere,
    category: category && { name: category.name, slug: category.slug },
    place: place && { name: place.name, path: place.path },
    corrections: corrections.map(({ text }) => text),
    corrected,
    wider: await broadenSearch(parts, resolved, { sought: filters, total }),
  };
}
