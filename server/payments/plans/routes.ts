import type { Kysely } from 'kysely';
import { planOffersSchema } from '#contract/plans/plan-prices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { findLastChange, findNextChange, listOffers, PLANS_KEY } from './offers.ts';

/** The plans that are on sale. */
export function planRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/plans',
    {
      config: { cacheable: true },
      schema: {
        tags: ['Payments'],
        summary: 'List the plans on sale with their prices',
        response: { 200: planOffersSchema },
      },
    },
    async (_request, reply) => {
      // Read first: a price that begins between the two reads makes the response too old, not too fresh.
      const nextChange = await findNextChange(db);
      setSurrogateKeys(reply, [PLANS_KEY], nextChange);
      return { plans: await listOffers(db), changedAt: (await findLastChange(db)).toISOString() };
    },
  );
}
