import {
  adminNoticesSchema,
  noticeEditSchema,
  noticeFormSchema,
  noticeIdSchema,
  noticeVersionSchema,
} from '#contract/admin/notices.ts';
import { apiErrorSchema } from '#contract/api.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { addNotice, editNotice, endNotice } from './edit-notices.ts';
import { listNotices, type NoticeDeps } from './list-notices.ts';

const onRequest = requirePermission('texts');
const tags = ['Administration'];
const response = {
  200: adminNoticesSchema,
  400: apiErrorSchema,
  401: apiErrorSchema,
  403: apiErrorSchema,
  404: apiErrorSchema,
  409: apiErrorSchema,
};

/** Lists, adds, edits and ends notices. */
export function adminNoticeRoutes(api: Api, { db, gazetteer }: NoticeDeps) {
  const deps = { db, gazetteer };
  const list = async () => ({ notices: await listNotices(deps) });

  api.get(
    '/api/admin/notices',
    { onRequest, schema: { tags, summary: 'List notices that are live, coming, or ended last', response } },
    list,
  );

  api.post(
    '/api/admin/notices',
    { onRequest, schema: { tags, summary: 'Add a notice', body: noticeFormSchema, response } },
    async (request) => {
      await addNotice(deps, request.body, requireUser(request).accountId);
      return list();
    },
  );

  api.put(
    '/api/admin/notices/:id',
    {
      onRequest,
      schema: { tags, summary: 'Edit a notice', params: noticeIdSchema, body: noticeEditSchema, response },
    },
    async (request) => {
      await editNotice(deps, request.params.id, request.body, requireUser(request).accountId);
      return list();
    },
  );

  api.post(
    '/api/admin/notices/:id/end',
    {
      onRequest,
      schema: { tags, summary: 'End a notice now', params: noticeIdSchema, body: noticeVersionSchema, response },
    },
    async (request) => {
      await endNotice(deps, request.params.id, request.body.version, requireUser(request).accountId);
      return list();
    },
  );
}
