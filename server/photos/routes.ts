import fastifyMultipart from '@fastify/multipart';
import { messageResponseSchema } from '#contract/accounts.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { uploadedPhotoSchema } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { deletePhoto } from './photos.ts';
import { presentPicture } from './pictures.ts';
import { type PictureDeps, upload } from './upload.ts';
import { FORM_LIMITS, withUpload } from './upload-form.ts';

const tags = ['Photos'];

/** The routes to upload and delete pictures of listings. */
export async function photoRoutes(
  api: Api,
  { db, storage, settings }: PictureDeps & { settings: Pick<SettingValues, 'picturesPerHour'> },
) {
  // In its own scope: no other route parses multipart bodies.
  await api.register(async (uploads: Api) => {
    await uploads.register(fastifyMultipart, { limits: FORM_LIMITS });
    uploads.post(
      '/api/photos',
      {
        config: { multipart: true },
        onRequest: requireSignedIn,
        schema: {
          tags,
          summary: 'Upload a JPEG, PNG, WebP or AVIF of at most 10 MB and 24 megapixels, in the field `file`',
          consumes: ['multipart/form-data'],
          response: {
            201: uploadedPhotoSchema,
            400: apiErrorSchema,
            401: apiErrorSchema,
            413: apiErrorSchema,
            429: apiErrorSchema,
            503: apiErrorSchema,
          },
        },
      },
      async (request, reply) => {
        const { accountId } = requireUser(request);
        const limit = { limit: settings.picturesPerHour, windowSeconds: 60 * 60 };
        await consumeRateLimit(db, `photos:${accountId}`, limit);
        const picture = await withUpload(request, accountId, (bytes) => upload({ db, storage }, accountId, bytes));
        return reply.code(201).send({ ...presentPicture(picture), id: picture.id });
      },
    );
  });

  api.delete(
    '/api/photos/:id',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Delete a photo that no listing shows yet',
        params: z.object({ id: idSchema }),
        response: { 200: messageResponseSchema, 401: apiErrorSchema, 404: apiErrorSchema },
      },
    },
    async (request) => {
      await deletePhoto(db, requireUser(request).accountId, request.params.id);
      return { message: t('The photo was removed.') };
    },
  );
}
