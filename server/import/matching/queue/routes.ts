import type { Kysely } from 'kysely';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema } from '#contract/api.ts';
import { type AdminMatch, adminMatchesQuerySchema, adminMatchSchema } from '#contract/matches.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import { decideMatch, listMatches, undoMatch } from './matches.ts';

const onRequest = requirePermission('listings');

const toCase = ({ id, listings }: AdminMatch) => ({ ref: id, listings: listings.map((listing) => listing.id) });

const params = z.object({ id: idSchema });
const response = { 200: adminMatchSchema, ...changeErrorResponses };

/** Lists and decides pairs of listings that may be one business. */
export function adminMatchRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/matches',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List pairs of listings that may be one business',
        querystring: adminMatchesQuerySchema,
        response: { 200: z.array(withBlock(adminMatchSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { matches, ...list } = await listMatches(db, request.query);
      const rows = await withBlocks(db, { kind: 'listing-kept', by: requireUser(request).accountId }, matches, toCase);
      return sendTablePage(reply, rows, list);
    },
  );

  for (const verdict of ['same', 'different'] as const) {
    const summary = verdict === 'same' ? 'Merge the two listings' : 'Keep both listings';
    api.post(
      `/api/admin/matches/:id/${verdict}`,
      { onRequest, schema: { tags, summary, params, response } },
      (request) => decideMatch(db, { id: request.params.id, by: requireUser(request).accountId, verdict }),
    );
  }

  api.post(
    '/api/admin/matches/:id/undo',
    { onRequest, schema: { tags, summary: 'Undo the decision on a pair of listings', params, response } },
    (request) => undoMatch(db, { id: request.params.id, by: requireUser(request).accountId }),
  );
}
