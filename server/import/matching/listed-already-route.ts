import type { Kysely } from 'kysely';
import { listedBusinessSchema, similarListingsQuerySchema } from '#contract/owner-listings.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireSignedIn } from '#server/platform/http/sessions.ts';
import { findListedAlready } from './listed-already.ts';

/** `GET /api/user/ads/unclaimed`: asked before a form is posted. */
export function listedAlreadyRoute(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/user/ads/unclaimed',
    {
      onRequest: requireSignedIn,
      schema: {
        tags: ['Your listings'],
        summary: 'List public listings without an owner that are the business of a form',
        querystring: similarListingsQuerySchema,
        response: { 200: z.array(listedBusinessSchema), ...errorResponses },
      },
    },
    (request) => findListedAlready(db, request.query),
  );
}
