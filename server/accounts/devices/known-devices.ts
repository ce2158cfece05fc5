import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { createToken, hashToken, isToken } from '#server/platform/http/sessions.ts';

/**
 * A browser that has signed in before, recognized by a cookie of its own. The cookie opens nothing: it only gives the browser
 * sign-in and reset limits that strangers cannot use up. See docs/decisions/0050-known-devices-have-their-own-limits.md.
 */
export type Device = Buffer;

const COOKIE = 'device';
// Browsers store a cookie for 400 days at most.
const MAX_AGE_DAYS = 400;
const MAX_AGE_SECONDS = MAX_AGE_DAYS * 24 * 60 * 60;
const MAX_DEVICES = 20;

/** The device of a request; null if its browser has not signed in yet. */
export function getDevice(request: FastifyRequest): Device | null {
  const token = getToken(request);
  return isToken(token) ? hashToken(token) : null;
}

/** The device of a request; a browser that has none gets its cookie. */
export function getOrCreateDevice(request: FastifyRequest, reply: FastifyReply): Device {
  const present = getToken(request);
  const token = isToken(present) ? present : createToken();
  setCookie(reply, token, MAX_AGE_SECONDS);
  return hashToken(token);
}

/**
 * Makes the browser known to an account, and sets its cookie: a token of 256 bits, of which only the hash is stored. Call it in
 * the transaction that signs in. An account has at most 20 known devices; the least recently used ones are forgotten.
 * @returns whether the account had not signed in on it before
 */
export async function rememberDevice(
  db: Kysely<DB>,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: number,
): Promise<{ isNewDevice: boolean }> {
  const device = getOrCreateDevice(request, reply);
  // Only a row that was updated has an xmax.
  const { rows } = await sql<{ isNew: boolean }>`
    insert into known_devices (account_id, token_hash) values (${accountId}, ${device})
    on conflict (account_id, token_hash) do update set last_used_at = now()
    returning xmax = 0 as "isNew"`.execute(db);
  await sql`
    delete from known_devices where account_id = ${accountId} and token_hash not in (
      select token_hash from known_devices where account_id = ${accountId}
      order by last_used_at desc, token_hash limit ${MAX_DEVICES})`.execute(db);
  return { isNewDevice: rows[0]?.isNew ?? false };
}

/** Deletes the cookie of a deleted account's device. */
export function clearDeviceCookie(reply: FastifyReply) {
  setCookie(reply, '', 0);
}

/** Whether the account with this username or email has signed in on the device. Takes as long if there is no such account. */
export async function isKnownDevice(
  db: Kysely<DB>,
  device: Device | null,
  account: { usernameKey: string } | { emailKey: string },
): Promise<boolean> {
  if (!device) return false;
  const found = await db
    .selectFrom('known_devices')
    .innerJoin('accounts', 'accounts.id', 'known_devices.account_id')
    .select('accounts.id')
    .where('token_hash', '=', device)
    .where((where) =>
      'usernameKey' in account
        ? where('username_key', '=', account.usernameKey)
        : where('email_key', '=', account.emailKey),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/** Forgets devices whose cookie has expired. */
export async function deleteExpiredDevices(db: Kysely<DB>): Promise<void> {
  await sql`delete from known_devices where last_used_at < now() - make_interval(days => ${MAX_AGE_DAYS})`.execute(db);
}

const getToken = ({ cookies, server }: FastifyRequest) => cookies[server.siteCookies.toName(COOKIE)];

function setCookie(reply: FastifyReply, token: string, maxAge: number) {
  const { secure, toName } = reply.server.siteCookies;
  reply.setCookie(toName(COOKIE), token, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge });
}
