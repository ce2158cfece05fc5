import { sql } from 'kysely';
import type { Api } from '#server/platform/http/api.ts';
import type { PageRenderer } from '#server/platform/page-cache/pages.ts';
import type { SearchDeps } from '#server/search/query-understanding.ts';

/**
 * Makes a page of each kind before there are visitors, who would wait for what is compiled, loaded and prepared at the first use. An empty
 * directory is not worth it. A failure is left to the request that meets it again.
 * @param maxDurationMs no page is begun after so many milliseconds
 */
export async function warmUp(
  http: Api,
  { db, gazetteer, pages }: SearchDeps & { pages: PageRenderer | undefined },
  maxDurationMs = 900,
): Promise<void> {
  const end = performance.now() + maxDurationMs;
  const { rows } = await sql<{ id: number; place_id: number | null; category_id: number; zip: string }>`
    select id, place_id, category_id, zip from public_listings order by id limit 1`.execute(db);
  const [listing] = rows;
  const place = gazetteer.places.byId.get(listing?.place_id ?? 0);
  const category = gazetteer.categories.byId.get(listing?.category_id ?? 0);
  if (!pages || !listing || !place || !category) return;
  const words = new URLSearchParams({ q: category.name });
  const paths = [
    '/',
    // Not the page, which would count the search if it has no results.
    `/api/search/about?${words}`,
    '/api/search/about?q=restuarantt',
    `/search?near=${place.slug}`,
    `/city/${place.slug}`,
    `/category/${category.slug}`,
    `/ads/${listing.id}`,
    '/post-ad',
    `/api/search/suggestions?${words}`,
    `/county/${place.county.slug}`,
    `/zip/${listing.zip}`,
    `/city/${place.slug}/${category.slug}`,
    `/${place.location.slug}`,
    `/api/search/map?${words}`,
    '/browse',
    '/categories',
  ];
  for (const path of paths) {
    if (performance.now() > end) return;
    // A page that fails is rendered again at its first request.
    await (path.startsWith('/api/') ? http.inject(path) : pages(path, '')).catch(() => {});
  }
}
