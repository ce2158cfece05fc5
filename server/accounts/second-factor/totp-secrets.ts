import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { findOrCreateServerKey } from '#server/platform/settings/server-keys.ts';

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Encrypts the secrets of authenticator apps for storage, each bound to its account. See docs/decisions/0102-second-factors.md. */
export interface TotpSecrets {
  encrypt(accountId: number, secret: Uint8Array): Promise<Buffer>;
  /** @throws {Error} when it is not one of the account, or was changed */
  decrypt(accountId: number, encrypted: Buffer): Promise<Uint8Array>;
}

/** AES-256-GCM with the key in `server_keys`, which is made when it is first needed. */
export function createTotpSecrets(db: Kysely<DB>): TotpSecrets {
  return {
    async encrypt(accountId, secret) {
      const nonce = randomBytes(NONCE_LENGTH);
      const cipher = createCipheriv('aes-256-gcm', await findOrCreateKey(db), nonce).setAAD(toContext(accountId));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    async decrypt(accountId, encrypted) {
      const nonce = encrypted.subarray(0, NONCE_LENGTH);
      const decipher = createDecipheriv('aes-256-gcm', await findOrCreateKey(db), nonce)
        .setAAD(toContext(accountId))
        .setAuthTag(encrypted.subarray(-TAG_LENGTH));
      return Buffer.concat([decipher.update(encrypted.subarray(NONCE_LENGTH, -TAG_LENGTH)), decipher.final()]);
    },
  };
}

const toContext = (accountId: number) => Buffer.from(`totp of account ${accountId}`);

const findOrCreateKey = (db: Kysely<DB>) => findOrCreateServerKey(db, 'totp', () => randomBytes(32));
