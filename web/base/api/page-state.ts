import type { QueryKey } from '@tanstack/react-query';
import type { Site } from '#contract/site.ts';

/** The data that the server sends with a page, for hydration. */
export interface PageState {
  site: Site;
  /** The page's query results, by key. */
  data: [QueryKey, unknown][];
  /** The results of the loaders by route id; all null, but with them React Router does not run the loaders again. */
  loaderData: Record<string, unknown>;
  /** The error that the page shows instead of its content, by route id. */
  errors: Record<string, { status: number; message: string; path?: string }> | null;
}
