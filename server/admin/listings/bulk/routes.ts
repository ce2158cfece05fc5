import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type BulkActionKind,
  bulkActionSchema,
  bulkActionsQuerySchema,
  bulkHideSchema,
  bulkMoveSchema,
  bulkRecategorizeSchema,
  bulkResultSchema,
  bulkShowSchema,
  bulkUndoSchema,
} from '#contract/admin/bulk-actions.ts';
import { withBlock } from '#contract/admin/decisions.ts';
import { idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { requirePermission, requireStaff } from '#server/platform/http/permissions.ts';
import { withBlocks } from '#server/staff/decisions.ts';
import { changeErrorResponses, errorResponses, sendTablePage, tags } from '#server/staff/route-options.ts';
import type { BulkDeps } from './kinds.ts';
import { listBulkActions } from './list.ts';
import { type BulkRequest, runBulkAction } from './run.ts';
import { undoBulkAction } from './undo.ts';

const onRequest = requirePermission('listings');

/** Changes of several listings at once, and undoing them. */
export function bulkActionRoutes(api: Api, { db, ...deps }: BulkDeps & { db: Kysely<DB> }) {
  const run = (request: FastifyRequest, kind: BulkActionKind, order: Omit<BulkRequest, 'kind' | 'by' | 'role'>) =>
    runBulkAction(db, deps, { ...order, ...toActor(request), kind });
  const bulk = { response: { 200: bulkResultSchema, ...errorResponses, 404: changeErrorResponses[404] } };

  for (const [kind, summary, body] of [
    ['hide', 'Hide several listings with one reason', bulkHideSchema],
    ['show', 'Show several hidden listings again', bulkShowSchema],
    ['delete', 'Delete several listings with one reason', bulkHideSchema],
  ] as const) {
    api.post(`/api/admin/ads/${kind}`, { onRequest, schema: { ...bulk, tags, summary, body } }, (request) =>
      run(request, kind, request.body),
    );
  }

  api.post(
    '/api/admin/ads/recategorize',
    {
      onRequest,
      schema: { ...bulk, tags, summary: 'Put several listings in another category', body: bulkRecategorizeSchema },
    },
    (request) => {
      const { category: slug, ...order } = request.body;
      const category = deps.gazetteer.categories.bySlug.get(slug);
      if (!category) throw new NotFound(t('Category not found'));
      return run(request, 'recategorize', { ...order, category });
    },
  );

  api.post(
    '/api/admin/ads/move',
    { onRequest, schema: { ...bulk, tags, summary: 'Move several listings to another city', body: bulkMoveSchema } },
    (request) => {
      const { place: slug, ...order } = request.body;
      const place = deps.gazetteer.places.bySlug.get(slug);
      if (!place) throw new NotFound(t('Place not found'));
      return run(request, 'move', { ...order, place });
    },
  );

  api.get(
    '/api/admin/bulk-actions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the bulk actions of the past 30 days, newest first',
        querystring: bulkActionsQuerySchema,
        response: { 200: z.array(withBlock(bulkActionSchema)), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { actions, ...list } = await listBulkActions(db, deps.gazetteer, request.query);
      const { by } = toActor(request);
      const rows = await withBlocks(db, { kind: 'bulk-change-undone', by }, actions, ({ id }) => ({ ref: id }));
      return sendTablePage(reply, rows, list);
    },
  );

  api.post(
    '/api/admin/bulk-actions/:id/undo',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Undo a bulk action, except where a listing was changed since',
        params: z.object({ id: idSchema }),
        response: { 200: bulkUndoSchema, ...changeErrorResponses },
      },
    },
    (request) => undoBulkAction(db, deps, { id: request.params.id, ...toActor(request) }),
  );
}

function toActor(request: FastifyRequest) {
  const { accountId: by, role } = requireStaff(request);
  return { by, role };
}
