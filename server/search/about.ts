import type { SearchFilters, SearchSummary } from '#contract/search.ts';
import { broadenSearch } from './broaden.ts';
import { resolveSpelling } from './corrections.ts';
import type { SearchDeps } from './query-understanding.ts';

/**
 * The summary of a search: its interpretation, the number of results, corrections and broader searches.
 * @throws {NotFound} for a category or place that is none
 */
export async function aboutSearch(deps: SearchDeps, filters: SearchFilters): Promise<SearchSummary> {
  const resolved = await resolveSpelling(deps, filters);
  const { parsed, words, total, corrections, corrected } = resolved;
  const { near, unknownNear, needsLocation: asksWhere, category, place } = parsed;
  const namesLocation = parsed.words.length < words.length;
  return {
    total,
    q: namesLocation ? parsed.words.map(({ text }) => text).join(' ') : filters.q,
    near: near && { name: near.name, path: near.path, lat: near.lat, lng: near.lng },
    unknownNear,
    asksWhere,
    category: category && { name: category.name, slug: category.slug },
    place: place && { name: place.name, path: place.path },
    corrections: corrections.map(({ text }) => text),
    corrected,
    wider: await broadenSearch(deps, resolved, { filters, total }),
  };
}
