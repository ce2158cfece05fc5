import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema, listQuerySchema } from '#contract/api.ts';
import { conversationTokenSchema } from '#contract/conversations/conversations.ts';
import {
  appealSchema,
  listingReviewsSchema,
  ownersReviewSchema,
  ownReviewSchema,
  replyFormSchema,
  reviewFormSchema,
  reviewReportSchema,
  reviewsQuerySchema,
} from '#contract/reviews/reviews.ts';
import { z } from '#contract/zod.ts';
import { toVisitor } from '../conversations/participants.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress, toNetworkPrefix } from '../http/client-address.ts';
import { setNextLink } from '../http/cursor.ts';
import { requireSignedIn, requireUser } from '../http/sessions.ts';
import { listingKey } from '../listings/read/list.ts';
import { setSurrogateKeys } from '../page-cache/cache-plugin.ts';
import type { Target } from './author.ts';
import { listReviews } from './list.ts';
import { listOwnersReviews, removeReply, replyToReview, reportReview } from './owner.ts';
import { appeal, deleteReview, presentOwnReview, writeReview } from './write.ts';

const tags = ['Reviews'];
const params = z.object({ id: idSchema });
const headers = z.object({ 'conversation-token': conversationTokenSchema.optional() });
const errors = { 400: apiErrorSchema, 404: apiErrorSchema };
const changeErrors = { ...errors, 401: apiErrorSchema, 409: apiErrorSchema };

/** Reviews: read by everyone, written by customers from their conversation or with a receipt code, answered and reported by businesses. */
export function reviewRoutes(api: Api, { db, reads }: { db: Kysely<DB>; reads: Kysely<DB> }) {
  api.get(
    '/api/ads/:id/reviews',
    {
      config: { cacheable: true },
      schema: {
        tags,
        summary: 'The reviews of a listing',
        params,
        querystring: reviewsQuerySchema,
        response: { 200: listingReviewsSchema, ...errors },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { body, cursor } = await listReviews(reads, id, request.query);
      setSurrogateKeys(reply, [listingKey({ id })]);
      setNextLink(reply, cursor);
      return body;
    },
  );

  for (const [proof, noun] of [
    ['conversation', 'conversations'],
    ['receipt', 'receipt-codes'],
  ] as const) {
    const path = `/api/${noun}/:id/review`;
    const own = { tags, params, headers, response: { 200: ownReviewSchema, ...changeErrors } };
    api.get(
      path,
      {
        schema: {
          ...own,
          summary: `The review of who has the ${proof === 'receipt' ? 'receipt code' : proof}, and whether they may write one`,
        },
      },
      (request) => presentOwnReview(db, toTarget(proof, request)),
    );
    api.put(
      path,
      { schema: { ...own, body: reviewFormSchema, summary: 'Review the business, or change the review' } },
      (request) => writeReview(db, toTarget(proof, request), request.body, toNetworkPrefix(getClientAddress(request))),
    );
    api.delete(
      path,
      { schema: { ...own, response: { 204: z.null(), ...errors }, summary: 'Delete the review' } },
      async (request, reply) => {
        await deleteReview(db, toTarget(proof, request));
        return reply.code(204).send(null);
      },
    );
    api.post(
      `${path}/appeal`,
      { schema: { ...own, body: appealSchema, summary: 'Ask the staff to look again at a review that is not shown' } },
      (request) => appeal(db, toTarget(proof, request), request.body.text),
    );
  }

  const done = { 204: z.null(), ...changeErrors };
  const onRequest = requireSignedIn;
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
      await replyToReview(db, { ...request.params, accountId: requireUser(request).accountId, ...request.body });
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

const toTarget = (proof: Target['proof'], request: FastifyRequest<{ Params: { id: number } }>): Target => ({
  proof,
  id: request.params.id,
  visitor: toVisitor(request),
});
