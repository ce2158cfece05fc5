import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type BulkActionKind,
  bulkActionSchema,
  bulkActionsQuerySchema,
  bulkHideSchema,
  bulkJobResultSchema,
  bulkJobSchema,
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
import { listBulkActions, readBulkAction } from './list.ts';
import type { BulkQueue } from './queue.ts';
import { type BulkRequest, runBulkAction } from './run.ts';
import { startBulkJob } from './start.ts';
import { undoBulkAction } from './undo.ts';

const onRequest = requirePermission('listings');

/** Changes of several listings at once, and undoing them. */
export function bulkActionRoutes(
  api: Api,
  { db, bulkQueue, ...deps }: BulkDeps & { db: Kysely<DB>; bulkQueue: BulkQueue },
) {
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
      return run(request, 'recategorize', { ...order, category: findCategory(deps, slug) });
    },
  );

  api.post(
    '/api/admin/ads/move',
    { onRequest, schema: { ...bulk, tags, summary: 'Move several listings to another city', body: bulkMoveSchema } },
    (request) => {
      const { place: slug, ...order } = request.body;
      return run(request, 'move', { ...order, place: findPlace(deps, slug) });
    },
  );

  api.post(
    '/api/admin/bulk-actions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Begin a bulk action of many listings, or say which ones it would have',
        body: bulkJobSchema,
        response: { 200: bulkJobResultSchema, ...changeErrorResponses },
      },
    },
    (request) => {
      const { category, place, ...order } = request.body;
      const target = {
        category: order.kind === 'recategorize' ? findCategory(deps, category) : undefined,
        place: order.kind === 'move' ? findPlace(deps, place) : undefined,
      };
      return startBulkJob(db, { ...deps, bulkQueue }, { ...order, ...target, ...toActor(request) });
    },
  );

  api.get(
    '/api/admin/bulk-actions/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Read a bulk action and its progress',
        params: z.object({ id: idSchema }),
        response: { 200: bulkActionSchema, ...changeErrorResponses },
      },
    },
    (request) => readBulkAction(db, deps.gazetteer, request.params.id),
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
    (request) => undoBulkAction(db, { ...deps, bulkQueue }, { id: request.params.id, ...toActor(request) }),
  );
}

function findCategory({ gazetteer }: BulkDeps, slug = '') {
  const category = gazetteer.categories.bySlug.get(slug);
  if (!category) throw new NotFound(t('Category not found'));
  return category;
}

function findPlace({ gazetteer }: BulkDeps, slug = '') {
  const place = gazetteer.places.bySlug.get(slug);
  if (!place) throw new NotFound(t('Place not found'));
  return place;
}

function toActor(request: FastifyRequest) {
  const { accountId: by, role } = requireStaff(request);
  return { by, role };
}
