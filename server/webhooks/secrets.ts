import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { findOrCreateServerKey } from '#server/platform/settings/server-keys.ts';

/** What a secret is made of, besides a key of the server: the database holds no secret as it is. */
export const createSalt = () => randomBytes(32);

/** The secret of a salt, as Standard Webhooks writes it: `whsec_` and base64. */
export async function toSecret(db: Kysely<DB>, salt: Buffer): Promise<string> {
  const key = await findOrCreateServerKey(db, 'webhooks', () => randomBytes(32));
  return `whsec_${createHmac('sha256', key).update(salt).digest('base64')}`;
}
