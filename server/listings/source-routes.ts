import type { Kysely } from 'kysely';
import { dataSourceSchema } from '#contract/fact-sources.ts';
import { z } from '#contract/zod.ts';
import { listDataSources } from '#server/listings/read/data-sources.ts';
import { COUNTS_KEY } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';

/** The sources of the listings. */
export function sourceRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/sources',
    {
      config: { cacheable: true },
      schema: {
        tags: ['Listings'],
        summary: 'List the sources of unclaimed listings, with their licenses',
        response: { 200: z.array(dataSourceSchema) },
      },
    },
    async (_request, reply) => {
      setSurrogateKeys(reply, [COUNTS_KEY]);
      return listDataSources(db);
    },
  );
}
