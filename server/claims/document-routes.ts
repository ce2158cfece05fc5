import fastifyMultipart from '@fastify/multipart';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { claimDocumentSchema, DOCUMENT_ERROR_MESSAGES } from '#contract/ownership/claims.ts';
import { z } from '#contract/zod.ts';
import type { PictureDeps } from '#server/photos/upload.ts';
import { FORM_LIMITS, withUpload } from '#server/photos/upload-form.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { readDocument, storeDocument } from './documents.ts';

const RATE_LIMIT = { limit: 20, windowSeconds: 24 * 60 * 60 };

/** Uploading the document of a claim, and downloading it as the staff. */
export async function claimDocumentRoutes(api: Api, deps: PictureDeps) {
  const { db, storage } = deps;
  // In its own scope: no other route parses multipart bodies.
  await api.register(async (uploads: Api) => {
    await uploads.register(fastifyMultipart, { limits: FORM_LIMITS });
    const errors = { 400: apiErrorSchema, 401: apiErrorSchema, 413: apiErrorSchema, 429: apiErrorSchema };
    uploads.post(
      '/api/claim-documents',
      {
        config: { multipart: true },
        onRequest: requireSignedIn,
        schema: {
          tags: ['Claims'],
          summary: 'Upload a PDF, or a JPEG, PNG, WebP or AVIF, of at most 10 MB, in the field `file`, for a claim',
          consumes: ['multipart/form-data'],
          response: { 201: claimDocumentSchema, ...errors, 503: apiErrorSchema },
        },
      },
      async (request, reply) => {
        const { accountId } = requireUser(request);
        await consumeRateLimit(db, `claim-documents:${accountId}`, RATE_LIMIT);
        const store = (bytes: Buffer) => storeDocument(deps, accountId, bytes);
        return reply.code(201).send(await withUpload(request, accountId, store, DOCUMENT_ERROR_MESSAGES));
      },
    );
  });

  api.get(
    '/api/admin/claims/:id/document',
    { onRequest: requirePermission('claims'), schema: { hide: true, params: z.object({ id: idSchema }) } },
    async (request, reply) => {
      const { id } = request.params;
      const { bytes, isPdf } = await readDocument(db, storage, id);
      return reply
        .headers({
          'content-type': isPdf ? 'application/pdf' : 'image/webp',
          // A PDF can run scripts in some readers: it is never shown here, and its name is ours.
          'content-disposition': `attachment; filename="claim-${id}.${isPdf ? 'pdf' : 'webp'}"`,
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}
