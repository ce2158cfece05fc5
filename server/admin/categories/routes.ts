import type { FastifyRequest } from 'fastify';
import {
  adminCategoriesSchema,
  categoryEditSchema,
  categoryFormSchema,
  categoryMergeSchema,
  categoryOrderSchema,
  mergePreviewSchema,
  mergeTargetSchema,
} from '#contract/admin/categories.ts';
import { idSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { Counts } from '#server/places/counts.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, tags } from '#server/staff/route-options.ts';
import { addCategory, editCategory } from './edit.ts';
import { mergeCategory, previewMerge } from './merge.ts';
import { orderCategories } from './order.ts';
import type { CategoryDeps } from './record.ts';
import { listAdminCategories } from './tree.ts';

const onRequest = requirePermission('categories');
const response = { 200: adminCategoriesSchema, ...changeErrorResponses };
const params = z.object({ id: idSchema });

/** Lists, adds, edits, orders and merges categories. */
export function adminCategoryRoutes(api: Api, deps: CategoryDeps & { counts: Counts }) {
  const list = () => listAdminCategories(deps.db, deps.counts);
  const by = (request: FastifyRequest) => requireUser(request).accountId;

  api.get(
    '/api/admin/categories',
    { onRequest, schema: { tags, summary: 'List the categories with their words and former addresses', response } },
    list,
  );

  api.post(
    '/api/admin/categories',
    { onRequest, schema: { tags, summary: 'Add a category', body: categoryFormSchema, response } },
    async (request) => {
      await addCategory(deps, { ...request.body, by: by(request) });
      return list();
    },
  );

  api.put(
    '/api/admin/categories/order',
    {
      onRequest,
      schema: { tags, summary: 'Put the children of a category in another order', body: categoryOrderSchema, response },
    },
    async (request) => {
      await orderCategories(deps, { ...request.body, by: by(request) });
      return list();
    },
  );

  api.put(
    '/api/admin/categories/:id',
    { onRequest, schema: { tags, summary: 'Edit a category', params, body: categoryEditSchema, response } },
    async (request) => {
      await editCategory(deps, request.params.id, { ...request.body, by: by(request) });
      return list();
    },
  );

  api.get(
    '/api/admin/categories/:id/merge',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Count what merging a category into another one would touch',
        params,
        querystring: mergeTargetSchema,
        response: { 200: mergePreviewSchema, ...changeErrorResponses },
      },
    },
    async (request) => previewMerge(deps, request.params.id, request.query.into),
  );

  api.post(
    '/api/admin/categories/:id/merge',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Merge a category into another one, which cannot be undone',
        params,
        body: categoryMergeSchema,
        response,
      },
    },
    async (request) => {
      await mergeCategory(deps, request.params.id, { ...request.body, by: by(request) });
      return list();
    },
  );
}
