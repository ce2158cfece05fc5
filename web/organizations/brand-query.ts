import type { Brand } from '#contract/ownership/organizations.ts';
import { encodePath, withQuery } from '#web/base/api/api-path.ts';
import { read } from '#web/base/api/query-options.ts';

/** The public page of a business with branches. @param zip sorts them; null for none */
export const brandQuery = (slug: string, zip: string | null) =>
  read<Brand>(withQuery(encodePath`/api/brands/${slug}`, { zip: zip?.trim().slice(0, 10) || null }));
