import type { Kysely } from 'kysely';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema } from '#contract/api.ts';
import { suggestedEditSchema, suggestedEditsQuerySchema } from '#contract/reports/suggested-edits.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { acceptSuggestedEdit, dismissSuggestedEdit } from '#server/reports/suggested-edits/decide.ts';
import {
  type Decider,
  type ListedEdit,
  listSuggestedEdits,
} from '#server/reports/suggested-edits/list-suggested-edits.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('reports');

const toCase = ({ accounts, listing }: ListedEdit) => ({ accounts, listings: [listing.id] });

const params = z.object({ id: idSchema });

/** Lists and decides on what visitors suggest. */
export function adminSuggestedEditRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  const toDecider = (request: Parameters<typeof requireUser>[0]): Decider => ({
    accountId: requireUser(request).accountId,
    role: 'administrator',
  });

  api.get(
    '/api/admin/suggested-edits',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List what visitors suggest for listings',
        querystring: suggestedEditsQuerySchema,
        response: { 200: z.array(withBlock(suggestedEditSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { edits, ...list } = await listSuggestedEdits(db, toDecider(request), request.query);
      const rows = await withBlocks(db, { kind: 'edit-accepted', by: requireUser(request).accountId }, edits, toCase);
      return sendTablePage(reply, rows, list);
    },
  );

  for (const [verb, decide, summary] of [
    ['accept', acceptSuggestedEdit, 'Accept what visitors suggest for a listing'],
    ['dismiss', dismissSuggestedEdit, 'Dismiss what visitors suggest for a listing'],
  ] as const) {
    api.post(
      `/api/admin/suggested-edits/:id/${verb}`,
      { onRequest, schema: { tags, summary, params, response: { 204: z.null(), ...changeErrorResponses } } },
      async (request, reply) => {
        await decide(db, toDecider(request), request.params.id);
        return reply.code(204).send(null);
      },
    );
  }
}
