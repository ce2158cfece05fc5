import fastifyMultipart from '@fastify/multipart';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { apiErrorSchema } from '#contract/api.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { consumeAddressRateLimit } from '#server/platform/http/address-rate-limit.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { detachFiles } from './detach-files.ts';
import { type PictureDeps, storePicture } from './upload.ts';
import { FORM_LIMITS, withUpload } from './upload-form.ts';

/** The tables of pictures that anybody uploads before they send what these are part of, and what the names of their files begin with. */
const PREFIXES = { message_pictures: 'message-', review_pictures: 'review-' };
type PictureTable = keyof typeof PREFIXES;

const RATE_LIMIT = { limit: 30, windowSeconds: 60 * 60 };

/** The headers of a picture that not everybody may see, beside those of every private response. */
export const PRIVATE_PICTURE_HEADERS = {
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/**
 * Stores a picture: within a day it is sent, or removed.
 * @returns its name, by which what it is part of names it; nobody can guess it
 * @throws {Invalid} {Unavailable} see `storePicture`
 */
export const storeUnattachedPicture = (
  deps: PictureDeps,
  table: PictureTable,
  bytes: Buffer,
): Promise<{ name: string }> =>
  storePicture(
    deps,
    bytes,
    async (trx, row, picture) => {
      await trx.insertInto(table).values(row).execute();
      return { id: 0, ...picture };
    },
    PREFIXES[table],
  );

/** Adds a route where anybody uploads a picture, at most 30 from an address in an hour. */
export async function unattachedPictureRoute(
  api: Api,
  { path, table, tags }: { path: string; table: PictureTable; tags: string[] },
  deps: PictureDeps,
) {
  // In its own scope: no other route parses multipart bodies.
  await api.register(async (uploads: Api) => {
    await uploads.register(fastifyMultipart, { limits: FORM_LIMITS });
    const errors = { 400: apiErrorSchema, 413: apiErrorSchema, 429: apiErrorSchema, 503: apiErrorSchema };
    uploads.post(
      path,
      {
        config: { multipart: true },
        schema: {
          tags,
          summary: 'Upload a JPEG, PNG, WebP or AVIF of at most 10 MB, in the field `file`',
          consumes: ['multipart/form-data'],
          response: { 201: z.object({ name: z.string() }), ...errors },
        },
      },
      async (request, response) => {
        await consumeAddressRateLimit(deps.db, table, getClientAddress(request), RATE_LIMIT);
        const picture = await withUpload(request, request.user?.accountId ?? null, (bytes) =>
          storeUnattachedPicture(deps, table, bytes),
        );
        return response.code(201).send(picture);
      },
    );
  });
}

const UNUSED_HOURS = 24;

/** Deletes pictures that were uploaded a day ago and never sent, and those of what was deleted. */
export const removeUnusedPictures = (
  db: Kysely<DB>,
  table: PictureTable,
  isUnattached: RawBuilder<unknown>,
): Promise<number> =>
  db
    .transaction()
    .execute((trx) =>
      detachFiles(
        trx,
        table,
        sql`${isUnattached} and created_at <= now() - make_interval(hours => ${sql.lit(UNUSED_HOURS)})`,
      ),
    );
