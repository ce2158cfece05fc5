import { isbot } from 'isbot';
import { apiErrorSchema } from '#contract/api.ts';
import { adIdSchema } from '#contract/listings.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '../http/api.ts';
import { addressOf } from '../http/limits.ts';
import type { Views } from './views.ts';

const MOST_AGENT = 500;

/** What pages tell of their visits. */
export function analyticsRoutes(api: Api, { views }: { views: Views }) {
  api.post(
    '/api/ads/:id/views',
    {
      schema: {
        tags: ['Listings'],
        summary: 'Counts a visit to the page of a listing: once a day for a visitor, and none of bots or its owner',
        params: z.object({ id: adIdSchema }),
        response: { 204: z.null(), 400: apiErrorSchema, 404: apiErrorSchema },
      },
    },
    async ({ params, headers, signedIn, ip, socket }, reply) => {
      const { 'user-agent': agent = '', 'sec-purpose': purpose = '' } = headers;
      const isPerson = agent !== '' && !isbot(agent) && !String(purpose).includes('prefetch') && !signedIn?.isAdmin;
      if (isPerson) {
        views.count({
          listingId: params.id,
          at: new Date(),
          address: addressOf({ ip, socket }),
          agent: agent.slice(0, MOST_AGENT),
          accountId: signedIn?.accountId ?? null,
        });
      }
      return reply.code(204).send(null);
    },
  );
}
