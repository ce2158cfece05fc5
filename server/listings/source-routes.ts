import type { Kysely } from 'kysely';
import { dataSourceSchema } from '#contract/fact-sources.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { setSurrogateKeys } from '../page-cache/cache-plugin.ts';
import { COUNTS_KEY } from '../places/places.ts';
import { listDataSources } from './read/data-sources.ts';

/** Where what is listed is from. */
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
