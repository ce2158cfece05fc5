import type { QueryKey } from '@tanstack/react-query';
import type { Site } from '#contract/site.ts';

/** What the server hands to the browser with a page. */
export interface PageState {
  site: Site;
  /** The page's query results, by key. */
  data: [QueryKey, unknown][];
  /** What the router needs to know that its loaders have run. */
  loaderData: Record<string, unknown>;
  /** The failure that the page shows instead of its content, by route id. */
  errors: Record<string, { status: number; message: string }> | null;
}
