import { createECDH } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { findOrCreateServerKey } from '#server/platform/settings/server-keys.ts';

/** The keys by which push services know the site (VAPID, RFC 8292), as base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const CURVE = 'prime256v1';

/** The keys of this site, made at its first start. With others, all browsers would have to subscribe again. */
export async function findOrCreateVapidKeys(db: Kysely<DB>): Promise<VapidKeys> {
  const privateKey = await findOrCreateServerKey(db, 'vapid', createPrivateKey);
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Of 32 bytes: Node.js leaves out leading zeros. */
function createPrivateKey(): Buffer {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
}
