import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import {
  ownersReviewSchema,
  replyFormSchema,
  reviewReportSchema,
  writtenReviewSchema,
} from '#contract/reviews/reviews.ts';
import { z } from '#contract/zod.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { listOwnersReviews, removeReply, replyToReview, reportReview } from './owner.ts';
import { listWrittenReviews } from './written.ts';

const tags = ['Reviews'];
const params = z.object({ id: idSchema });
const errors = { 400: apiErrorSchema, 404: apiErrorSchema };
const changeErrors = { ...errors, 401: apiErrorSchema, 409: apiErrorSchema };
const onRequest = requireSignedIn;

const done = { 204: z.null(), ...changeErrors };

/** The reviews of the listings of an account: read, answered and reported by the business; and those that the account wrote. */
export function accountReviewRoutes(api: Api, { db, ...deps }: NoticeDeps & { db: Kysely<DB> }) {
  api.get(
    '/api/user/written-reviews',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The reviews that the account wrote, the newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(writtenReviewSchema), 400: apiErrorSchema, 401: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { reviews, cursor } = await listWrittenReviews(db, requireUser(request).accountId, request.query);
      setNextLink(reply, cursor);
      return reviews;
    },
  );
  api.get(
    '/api/user/reviews',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The reviews of the account’s listings, the newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(ownersReviewSchema), 400: apiErrorSchema, 401: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { reviews, cursor } = await listOwnersReviews(db, requireUser(request).accountId, request.query);
      setNextLink(reply, cursor);
      return reviews;
    },
  );
  api.put(
    '/api/user/reviews/:id/reply',
    { onRequest, schema: { tags, summary: 'Reply to a review', params, body: replyFormSchema, response: done } },
    async (request, reply) => {
      const { accountId } = requireUser(request);
      await replyToReview(db, { ...request.params, accountId, ...request.body }, deps);
      return reply.code(204).send(null);
    },
  );
  api.delete(
    '/api/user/reviews/:id/reply',
    { onRequest, schema: { tags, summary: 'Remove the reply to a review', params, response: done } },
    async (request, reply) => {
      await removeReply(db, { ...request.params, accountId: requireUser(request).accountId });
      return reply.code(204).send(null);
    },
  );
  api.post(
    '/api/user/reviews/:id/report',
    { onRequest, schema: { tags, summary: 'Report a review', params, body: reviewReportSchema, response: done } },
    async (request, reply) => {
      await reportReview(db, { ...request.params, accountId: requireUser(request).accountId, ...request.body });
      return reply.code(204).send(null);
    },
  );
}
