import fastifyMultipart from '@fastify/multipart';
import { libraryPictureSchema } from '#contract/admin/library-pictures.ts';
import { apiErrorSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { PURGED_FILE_CACHE_CONTROL } from '#server/photos/pictures.ts';
import type { PictureDeps } from '#server/photos/upload.ts';
import { FORM_LIMITS, withUpload } from '#server/photos/upload-form.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import { addLibraryPicture, findLibraryPictureId, libraryPictureKey } from './library.ts';

const UPLOAD_LIMIT = { limit: 200, windowSeconds: 60 * 60 };

/** `/pictures/{file}`: a picture of the library, for everyone. */
export function libraryFileRoute(api: Api, { db, storage }: PictureDeps) {
  api.get(
    '/pictures/:file',
    { config: { isPurged: true }, schema: { hide: true, params: z.object({ file: z.string().max(80) }) } },
    async (request, reply) => {
      const { file } = request.params;
      const id = await findLibraryPictureId(db, file);
      const bytes = id === undefined ? null : await storage.get(file);
      if (id === undefined || !bytes) throw new NotFound(t('Picture not found.'));
      setSurrogateKeys(reply, [libraryPictureKey(id)]);
      return reply
        .headers({
          'content-type': 'image/webp',
          'cache-control': PURGED_FILE_CACHE_CONTROL,
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(bytes);
    },
  );
}

/** Adds pictures to the library. */
export async function adminLibraryRoutes(api: Api, deps: PictureDeps) {
  // In its own scope: no other route parses multipart bodies.
  await api.register(async (uploads: Api) => {
    await uploads.register(fastifyMultipart, { limits: FORM_LIMITS });
    const errors = { 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema, 409: apiErrorSchema };
    uploads.post(
      '/api/admin/pictures',
      {
        config: { multipart: true },
        onRequest: requirePermission('texts'),
        schema: {
          tags: ['Administration'],
          summary: 'Add a JPEG, PNG, WebP or AVIF of at most 10 MB to the library, in the field `file`',
          consumes: ['multipart/form-data'],
          response: {
            201: libraryPictureSchema,
            ...errors,
            413: apiErrorSchema,
            429: apiErrorSchema,
            503: apiErrorSchema,
          },
        },
      },
      async (request, reply) => {
        const { accountId } = requireUser(request);
        await consumeRateLimit(deps.db, `library:${accountId}`, UPLOAD_LIMIT);
        return reply
          .code(201)
          .send(await withUpload(request, accountId, (bytes) => addLibraryPicture(deps, bytes, accountId)));
      },
    );
  });
}
