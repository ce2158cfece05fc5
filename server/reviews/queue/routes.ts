import type { Kysely } from 'kysely';
import { withBlock } from '#contract/admin/decisions.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { idSchema, listQuerySchema } from '#contract/api.ts';
import { waitingReviewSchema, withholdSchema } from '#contract/reviews/review-queue.ts';
import { z } from '#contract/zod.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { showReview, withholdReview } from './decide.ts';
import { type ListedReview, listWaitingReviews } from './list-waiting.ts';

const onRequest = requirePermission('reviews');
const toCase = ({ id, authorId, listing }: ListedReview) => ({ ref: id, accounts: [authorId], listings: [listing.id] });

const params = z.object({ id: idSchema });
const response = { 204: z.null(), ...changeErrorResponses };

/** The queue of reviews: new and changed ones, reported ones, and appeals. */
export function adminReviewRoutes(
  api: Api,
  { db, settings, ...deps }: NoticeDeps & { db: Kysely<DB>; settings: Pick<SettingValues, 'messageWords'> },
) {
  api.get(
    '/api/admin/reviews',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List reviews to decide on',
        querystring: listQuerySchema,
        response: { 200: z.array(withBlock(waitingReviewSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { reviews, ...list } = await listWaitingReviews(db, request.query, settings);
      const kind = 'review-appeal-decided';
      const rows = await withBlocks(db, { kind, by: requireUser(request).accountId }, reviews, toCase);
      return sendTablePage(reply, rows, list);
    },
  );
  api.post(
    '/api/admin/reviews/:id/show',
    { onRequest, schema: { tags, summary: 'Show a review, or close its report', params, response } },
    async (request, reply) => {
      await showReview(db, { id: request.params.id, by: requireUser(request).accountId }, deps);
      return reply.code(204).send(null);
    },
  );
  api.post(
    '/api/admin/reviews/:id/withhold',
    { onRequest, schema: { tags, summary: 'Withhold a review', params, body: withholdSchema, response } },
    async (request, reply) => {
      const decision = { id: request.params.id, by: requireUser(request).accountId, ...request.body };
      await withholdReview(db, decision, deps);
      return reply.code(204).send(null);
    },
  );
}
