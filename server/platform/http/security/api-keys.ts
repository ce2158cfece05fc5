import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { KEY_REQUESTS_PER_MINUTE, type KeyScope } from '#contract/ownership/api-keys.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Forbidden, TooManyRequests, Unauthorized } from '#server/platform/http/errors.ts';
import { countUse } from '#server/platform/http/rate-limit.ts';
import { type CurrentUser, createToken, hashToken } from '#server/platform/http/sessions.ts';
import { FIRST_ACCOUNT_ID } from '#server/platform/http/staff-role.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What an API key needs for the route; without it no key is accepted. */
    keyScope?: KeyScope;
  }
}

const KEY_START = 'slk_live_';
const PREFIX_LENGTH = KEY_START.length + 8;
const KEY = /^slk_live_[\w-]{43}$/;
const LAST_USED_INTERVAL_MINUTES = 5;
const RATE_LIMIT = { limit: KEY_REQUESTS_PER_MINUTE, windowSeconds: 60 };

/** A new API key with 256 random bits; only the hash is stored. */
export function createApiKey() {
  const key = KEY_START + createToken();
  return { key, prefix: key.slice(0, PREFIX_LENGTH), hash: hashToken(key) };
}

/** The API key of `Authorization: Bearer slk_…`; null without one. Other credentials are not ours. */
function getApiKey({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): string | null {
  const key = /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1];
  return key?.startsWith('slk_') ? key : null;
}

/**
 * The account of the API key of a request, which acts without any role of the staff and proves nothing. Null on routes that accept no
 * key, undefined without one. Counts the request, and tells its sender how many are left (draft-ietf-httpapi-ratelimit-headers).
 * See docs/decisions/0185-api-keys-act-on-routes-that-name-a-scope.md.
 * @throws {Unauthorized} when the key does not exist, has ended, or its account is suspended
 * @throws {Forbidden} when the key lacks the scope of the route
 * @throws {TooManyRequests} above 300 requests a minute
 */
export async function readApiKey(
  db: Kysely<DB>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CurrentUser | null | undefined> {
  const key = getApiKey(request);
  if (request.headers.authorization?.startsWith(KEY_START))
    throw new Unauthorized(
      t('Send the key after the word Bearer: Authorization: Bearer {start}…', { start: KEY_START }),
    );
  if (!key) return undefined;
  const found = KEY.test(key) && (await findKey(db, key));
  if (!found) throw new Unauthorized(t('This API key is wrong, or it has ended.'));
  const { limit, windowSeconds } = RATE_LIMIT;
  const { left, seconds } = await countUse(db, `api-key:${found.id}`, RATE_LIMIT);
  reply.header('ratelimit-policy', `"key";q=${limit};w=${windowSeconds}`);
  reply.header('ratelimit', `"key";r=${Math.max(0, left)};t=${seconds}`);
  if (left < 0) throw new TooManyRequests(seconds);
  const { keyScope } = request.routeOptions.config;
  if (!keyScope) return null;
  if (!found.scopes.includes(keyScope))
    throw new Forbidden(t('This API key doesn’t have the permission {scope}.', { scope: keyScope }));
  return {
    accountId: found.accountId,
    isAdmin: found.accountId === FIRST_ACCOUNT_ID,
    role: null,
    sessionId: 0,
    verification: null,
    isRecentlyVerified: false,
    mustChangePassword: found.mustChangePassword,
    hasUnconfirmedEmail: found.hasUnconfirmedEmail,
  };
}

/** The permissions of the API key of `Authorization`; none without a key that works. */
export async function findKeyScopes(db: Kysely<DB>, authorization: string | undefined): Promise<KeyScope[]> {
  const key = getApiKey({ headers: { authorization } });
  return (key && KEY.test(key) && (await findKey(db, key))?.scopes) || [];
}

async function findKey(db: Kysely<DB>, key: string) {
  const { rows } = await sql<{
    id: number;
    accountId: number;
    scopes: KeyScope[];
    isLastUseOld: boolean;
    mustChangePassword: boolean;
    hasUnconfirmedEmail: boolean;
  }>`
    select k.id, k.account_id as "accountId", k.scopes,
      coalesce(k.last_used_at < now() - make_interval(mins => ${sql.lit(LAST_USED_INTERVAL_MINUTES)}), true) as "isLastUseOld",
      a.must_change_password as "mustChangePassword",
      a.email is not null and a.email_confirmed_at is null as "hasUnconfirmedEmail"
    from api_keys k join accounts a on a.id = k.account_id
    where k.key_hash = ${hashToken(key)} and a.is_active and (k.expires_at is null or k.expires_at > now())`.execute(
    db,
  );
  const found = rows[0];
  if (found?.isLastUseOld) await sql`update api_keys set last_used_at = now() where id = ${found.id}`.execute(db);
  return found;
}
