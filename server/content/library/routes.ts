import type { Kysely } from 'kysely';
import { listedPictureSchema, pictureEditSchema, pictureIdSchema } from '#contract/admin/library-pictures.ts';
import { apiErrorSchema, listQuerySchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { setNextLink } from '#server/platform/http/cursor.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, tags } from '#server/staff/route-options.ts';
import { deletePicture, editPicture } from './edit-pictures.ts';
import { listLibraryPictures } from './list-pictures.ts';

const onRequest = requirePermission('texts');

/** Lists, describes and deletes the pictures of the library. */
export function libraryRoutes(api: Api, { db }: { db: Kysely<DB> }) {
  api.get(
    '/api/admin/pictures',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the pictures of the library with where each is used, newest first',
        querystring: listQuerySchema,
        response: { 200: z.array(listedPictureSchema), 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { pictures, cursor } = await listLibraryPictures(db, request.query);
      setNextLink(reply, cursor);
      return pictures;
    },
  );

  api.put(
    '/api/admin/pictures/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Describe a picture of the library',
        params: pictureIdSchema,
        body: pictureEditSchema,
        response: { ...changeErrorResponses, 204: z.null() },
      },
    },
    async (request, reply) => {
      await editPicture(db, request.params.id, request.body, requireUser(request).accountId);
      return reply.code(204).send(null);
    },
  );

  api.delete(
    '/api/admin/pictures/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete a picture of the library that nothing uses',
        params: pictureIdSchema,
        response: { ...changeErrorResponses, 204: z.null() },
      },
    },
    async (request, reply) => {
      await deletePicture(db, request.params.id, requireUser(request).accountId);
      return reply.code(204).send(null);
    },
  );
}
