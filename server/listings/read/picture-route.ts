import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { isAccessible } from '#server/listings/members/access.ts';
import { FILE_NAME_PATTERN, PURGED_FILE_CACHE_CONTROL } from '#server/photos/pictures.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { mayActAsStaff } from '#server/platform/http/permissions.ts';
import { setSurrogateKeys } from '#server/platform/page-cache/cache-plugin.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { listingKey } from './list.ts';

/**
 * `/photos/{file}`: a picture of a public listing for everyone, any other one for who may read its listing, for who uploaded it, and for
 * the staff. It is missing from the moment when it is removed, or its listing is not public any more.
 */
export function pictureRoute(api: Api, { db, storage }: { db: Kysely<DB>; storage: Storage }) {
  api.get(
    '/photos/:file',
    {
      config: { readsSession: true, isPurged: true },
      schema: { hide: true, params: z.object({ file: z.string() }) },
    },
    async (request, reply) => {
      const { file } = request.params;
      const picture = await findPicture(db, file);
      const mayRead = picture && (picture.isPublic || (await mayReadPrivately(db, picture, request)));
      const bytes = mayRead ? await storage.get(file) : null;
      if (!picture || !bytes) throw new NotFound(t('Picture not found.'));
      if (picture.isPublic) setSurrogateKeys(reply, [listingKey({ id: picture.listingId })], picture.expiresAt);
      return reply
        .headers({
          'content-type': 'image/webp',
          'cache-control': picture.isPublic ? PURGED_FILE_CACHE_CONTROL : 'private, no-cache',
          // Nothing can execute, even if a browser interprets the bytes as another type.
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'cross-origin-resource-policy': picture.isPublic ? 'cross-origin' : 'same-origin',
        })
        .send(bytes);
    },
  );
}

type FoundPicture = { ownerId: number } & (
  | { isPublic: true; listingId: number; expiresAt: Date | null }
  | { isPublic: false; listingId: number | null }
);

async function findPicture(db: Kysely<DB>, file: string): Promise<FoundPicture | undefined> {
  const [, name, width] = FILE_NAME_PATTERN.exec(file) ?? [];
  if (name === undefined) return undefined;
  const { rows } = await sql<FoundPicture>`
    select p.owner_id as "ownerId", p.listing_id as "listingId", shown.id is not null as "isPublic", shown.expires_at as "expiresAt"
    from photos p left join lateral (
      select id, expires_at from public_listings where id = p.listing_id
      union all select id, expires_at from sample_listings where id = p.listing_id) shown on true
    where p.name = ${name} and ${Number(width)} = any(p.widths)`.execute(db);
  return rows[0];
}

async function mayReadPrivately(db: Kysely<DB>, { ownerId, listingId }: FoundPicture, request: FastifyRequest) {
  if (!request.user) return false;
  const { accountId } = request.user;
  if (mayActAsStaff(request, 'listings')) return true;
  if (listingId === null) return ownerId === accountId;
  const { rows } = await sql`
    select from listings where id = ${listingId} and ${isAccessible(accountId, 'read')}`.execute(db);
  return rows.length > 0;
}
