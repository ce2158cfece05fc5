import { type Kysely, type Selectable, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { type ApiKey, type apiKeyCreationSchema, KEY_SCOPES, MAX_API_KEYS } from '#contract/ownership/api-keys.ts';
import type { z } from '#contract/zod.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import type { ApiKeys, DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { createApiKey } from '#server/platform/http/security/api-keys.ts';

/** The API keys of an account, newest first; ended ones too, until they are revoked. */
export async function listApiKeys(db: Kysely<DB>, accountId: number): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toApiKey);
}

/**
 * Creates an API key of the account. The returned `key` is stored nowhere.
 * @throws {Conflict} when the account has 20 keys
 */
export async function addApiKey(
  db: Kysely<DB>,
  accountId: number,
  { name, scopes, days }: z.output<typeof apiKeyCreationSchema>,
) {
  const { key, prefix, hash } = createApiKey();
  return db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['username', 'email', 'language'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const row = await trx
      .insertInto('api_keys')
      .columns(['account_id', 'name', 'prefix', 'key_hash', 'scopes', 'expires_at'])
      .expression(
        sql`select ${accountId}::bigint, ${name}, ${prefix}, ${hash}::bytea, ${scopes}::text[], now() + make_interval(days => ${days}::integer)
          where (select count(*) from api_keys where account_id = ${accountId}) < ${MAX_API_KEYS}`,
      )
      .returningAll()
      .executeTakeFirst();
    if (!row)
      throw new Conflict(
        t('You have {count, plural, one {# API key} other {# API keys}}. Revoke one that you don’t need first.', {
          count: MAX_API_KEYS,
        }),
      );
    const reason = `${prefix}… ${scopes.join(' ')}`;
    await recordAuditEvent(trx, { kind: 'api-key-created', accountId, username: account.username, reason });
    return { apiKey: toApiKey(row), key, recipient: account };
  });
}

/** Ends an API key at once. @throws {NotFound} when the account has no such key */
export const revokeApiKey = (db: Kysely<DB>, accountId: number, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const revoked = await trx
      .deleteFrom('api_keys as k')
      .using('accounts as a')
      .whereRef('a.id', '=', 'k.account_id')
      .where('k.id', '=', id)
      .where('k.account_id', '=', accountId)
      .returning(['k.prefix', 'a.username'])
      .executeTakeFirst();
    if (!revoked) throw new NotFound(t('We can’t find this API key.'));
    const { prefix, username } = revoked;
    await recordAuditEvent(trx, { kind: 'api-key-revoked', accountId, username, reason: `${prefix}…` });
  });

const toApiKey = (row: Selectable<ApiKeys>): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: KEY_SCOPES.filter((scope) => row.scopes.includes(scope)),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

/** In the export of an account, without the keys themselves; deleted with it by a foreign key. */
export const apiKeysPersonalData: PersonalData = {
  name: 'apiKeys',
  export: listApiKeys,
  erase: async () => {},
  async revokeAccess(trx, accountId) {
    await trx.deleteFrom('api_keys').where('account_id', '=', accountId).execute();
  },
};
