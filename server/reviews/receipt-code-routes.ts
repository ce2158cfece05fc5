import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import {
  batchFormSchema,
  enteredCodeFormSchema,
  enteredCodeSchema,
  newCodesSchema,
  receiptListingSchema,
} from '#contract/reviews/receipt-codes.ts';
import { z } from '#contract/zod.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { enterCode } from './entered-codes.ts';
import { listCodes, makeCodes } from './receipt-codes.ts';

const tags = ['Reviews'];
const errors = { 400: apiErrorSchema, 429: apiErrorSchema };

/** Receipt codes: made by businesses, entered by customers. */
export function receiptCodeRoutes(api: Api, { db, ...deps }: NoticeDeps & { db: Kysely<DB> }) {
  api.post(
    '/api/receipt-codes',
    {
      schema: {
        tags,
        summary: 'Enter the code of a card, to review the business that handed it out',
        body: enteredCodeFormSchema,
        response: { 201: enteredCodeSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { language } = request;
      const visitor = { accountId: request.user?.accountId ?? null, address: getClientAddress(request), language };
      return reply.code(201).send(await enterCode(db, request.body, visitor, deps));
    },
  );

  api.get(
    '/api/user/receipt-codes',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'The listings that the account may make receipt codes for, and how many were used',
        response: { 200: z.array(receiptListingSchema), 401: apiErrorSchema },
      },
    },
    (request) => listCodes(db, requireUser(request).accountId),
  );

  api.post(
    '/api/user/ads/:id/receipt-codes',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Make receipt codes, which nobody can read later',
        params: z.object({ id: idSchema }),
        body: batchFormSchema,
        response: { 201: newCodesSchema, ...errors, 401: apiErrorSchema, 404: apiErrorSchema, 409: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      const codes = await makeCodes(db, { accountId, listingId: request.params.id, count: request.body.count });
      return reply.code(201).send({ codes });
    },
  );
}
