import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  appealSchema,
  listingReviewsSchema,
  ownReviewSchema,
  reviewFormSchema,
  reviewsQuerySchema,
} from '#contract/reviews/reviews.ts';
import { z } from '#contract/zod.ts';
import { getDevice, getOrCreateDevice } from '#server/accounts/devices/known-devices.ts';
import { toVisitor } from '#server/conversations/participants.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { PRIVATE_PICTURE_HEADERS, unattachedPictureRoute } from '#server/photos/unattached-pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress, toNetworkPrefix } from '#server/platform/http/client-address.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { mayActAsStaff } from '#server/platform/http/permissions.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { accountReviewRoutes } from './account-routes.ts';
import type { Target } from './author.ts';
import { listReviews } from './list.ts';
import { appeal, deleteReview, presentOwnReview } from './own-review.ts';
import type { ReviewDeps } from './publish.ts';
import { writeReview } from './write.ts';

const tags = ['Reviews'];
const params = z.object({ id: idSchema });
const errors = { 400: apiErrorSchema, 404: apiErrorSchema };
const changeErrors = { ...errors, 401: apiErrorSchema, 409: apiErrorSchema };

/**
 * Reviews: read by everyone, written by customers from their conversation, with a receipt code or with a receipt, answered and reported
 * by businesses.
 */
export async function reviewRoutes(
  api: Api,
  { db, reads, storage, ...deps }: ReviewDeps & { db: Kysely<DB>; reads: Kysely<DB>; storage: Storage },
) {
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

  for (const [proof, noun, having] of [
    ['conversation', 'conversations', 'a conversation'],
    ['receipt', 'receipt-codes', 'a receipt code'],
    ['document', 'ads', 'a receipt'],
  ] as const) {
    const path = `/api/${noun}/:id/review`;
    const own = { tags, params, response: { 200: ownReviewSchema, ...changeErrors } };
    api.get(
      path,
      {
        schema: {
          ...own,
          summary: `The review of who has ${having}, and whether they may write one`,
        },
      },
      (request) => presentOwnReview(db, toTarget(proof, request)),
    );
    api.put(
      path,
      { schema: { ...own, body: reviewFormSchema, summary: 'Review the business, or change the review' } },
      (request, reply) => {
        const origin = {
          network: toNetworkPrefix(getClientAddress(request)),
          device: getOrCreateDevice(request, reply),
        };
        return writeReview(db, toTarget(proof, request), request.body, origin, deps);
      },
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

  await unattachedPictureRoute(api, { path: '/api/review-pictures', table: 'review_pictures', tags }, { db, storage });

  api.get(
    '/api/review-pictures/:file',
    { schema: { hide: true, params: z.object({ file: z.string().max(100) }) } },
    async (request, reply) => {
      const { file } = request.params;
      const bytes = (await mayBeSeen(db, file, request)) ? await storage.get(file) : null;
      if (!bytes) throw new NotFound(t('Picture not found.'));
      return reply.headers(PRIVATE_PICTURE_HEADERS).send(bytes);
    },
  );

  accountReviewRoutes(api, { db, ...deps });
}

const PICTURE_FILE = /^(review-[a-z0-9]{20,40})-\d{1,5}\.webp$/;

/**
 * Whether somebody may see a picture: everybody those of a review that is shown, its author those that are not shown yet, and only the
 * staff receipts and what is withheld. What is not part of a review yet nobody sees: who uploaded it has it.
 */
async function mayBeSeen(db: Kysely<DB>, file: string, request: FastifyRequest): Promise<boolean> {
  const name = PICTURE_FILE.exec(file)?.[1] ?? '';
  const { rows } = await sql<{ isShown: boolean; isOwn: boolean }>`
    select r.status = 'shown' and p.name = any(r.pictures) as "isShown",
      r.status <> 'withheld' and r.document is distinct from p.name
        and (r.author_id = ${request.user?.accountId ?? null} or r.device = ${getDevice(request)}) as "isOwn"
    from review_pictures p join reviews r on r.id = p.review_id where p.name = ${name}`.execute(db);
  const [picture] = rows;
  return picture !== undefined && (picture.isShown || picture.isOwn || mayActAsStaff(request, 'reviews'));
}

const toTarget = (proof: Target['proof'], request: FastifyRequest<{ Params: { id: number } }>): Target => ({
  proof,
  id: request.params.id,
  visitor: toVisitor(request),
});
