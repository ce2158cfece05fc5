import fastifyMultipart from '@fastify/multipart';
import type { Kysely } from 'kysely';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { conversationTokenSchema, messagePictureSchema } from '#contract/conversations/conversations.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '../db/schema.ts';
import type { Api } from '../http/api.ts';
import { getClientAddress } from '../http/client-address.ts';
import { NotFound } from '../http/errors.ts';
import { consumeRateLimit } from '../http/rate-limit.ts';
import { FORM_LIMITS, withUpload } from '../photos/upload-form.ts';
import type { Storage } from '../storage/storage.ts';
import { requireParticipant } from './participants.ts';
import { uploadMessagePicture } from './pictures.ts';

const PICTURE_RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };
const PICTURE_FILE = /^(message-[a-z0-9]{20,40})-\d{1,5}\.webp$/;

const tags = ['Conversations'];
const params = z.object({ id: idSchema });

/** Pictures of messages: only who takes part in the conversation may see them. */
export async function messagePictureRoutes(api: Api, { db, storage }: { db: Kysely<DB>; storage: Storage }) {
  // In its own scope: no other route parses multipart bodies.
  await api.register(async (uploads: Api) => {
    await uploads.register(fastifyMultipart, { limits: FORM_LIMITS });
    uploads.post(
      '/api/message-pictures',
      {
        config: { multipart: true },
        schema: {
          tags,
          summary: 'Upload a JPEG, PNG, WebP or AVIF of at most 10 MB for a message, in the field `file`',
          consumes: ['multipart/form-data'],
          response: {
            201: messagePictureSchema,
            400: apiErrorSchema,
            413: apiErrorSchema,
            429: apiErrorSchema,
            503: apiErrorSchema,
          },
        },
      },
      async (request, response) => {
        await consumeRateLimit(db, `message-pictures:${getClientAddress(request)}`, PICTURE_RATE_LIMIT);
        const picture = await withUpload(request, request.user?.accountId ?? null, (bytes) =>
          uploadMessagePicture({ db, storage }, bytes),
        );
        return response.code(201).send(picture);
      },
    );
  });

  api.get(
    '/api/conversations/:id/pictures/:file',
    {
      schema: {
        hide: true,
        params: params.extend({ file: z.string().max(100) }),
        querystring: z.object({ token: conversationTokenSchema.optional() }),
      },
    },
    async (request, response) => {
      const { id, file } = request.params;
      const accountId = request.user?.accountId ?? null;
      const { side } = await requireParticipant(db, id, { accountId, token: request.query.token });
      const name = PICTURE_FILE.exec(file)?.[1] ?? '';
      const found = await db
        .selectFrom('message_pictures as p')
        .innerJoin('messages as m', 'm.id', 'p.message_id')
        .select('p.name')
        .where('m.conversation_id', '=', id)
        .where((where) => where.or([where('m.sender', '=', side), where('m.status', '=', 'sent')]))
        .where('p.name', '=', name)
        .executeTakeFirst();
      const bytes = found ? await storage.get(file) : null;
      if (!bytes) throw new NotFound('Picture not found.');
      return response
        .headers({
          'content-type': 'image/webp',
          'cache-control': 'private, max-age=3600',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}
