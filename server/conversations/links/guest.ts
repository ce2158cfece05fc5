import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { clearGuestCookie, getGuestToken, setGuestCookie } from '#server/platform/http/security/guest-cookie.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';

/** How long a browser can open what it got access to, in days. */
const ACCESS_DAYS = 30;
const MAX_ACCESSES = 20;

/** What a guest got access to: the customer's side of a conversation, or a receipt code that somebody entered. */
export type GuestAccess = { conversation_id: number } | { entered_code_id: number };

/**
 * The guest of a request: a browser that opened links of our emails, recognized by the hash of its cookie. Undefined if there is none.
 * See docs/decisions/0055-tokens-are-created-when-an-email-is-sent.md.
 */
export function getGuest(request: FastifyRequest): Buffer | undefined {
  const token = getGuestToken(request);
  return token === undefined ? undefined : hashToken(token);
}

/**
 * Gives a browser access for 30 days, and sets its cookie: a token of 256 bits, of which only the hash is stored. It is a new one each time,
 * so that a cookie that somebody else had put into the browser opens nothing. A browser has access to at most 20 things; the oldest ones end.
 */
export async function grantAccess(
  db: Kysely<DB>,
  request: FastifyRequest,
  reply: FastifyReply,
  access: GuestAccess,
): Promise<void> {
  const token = createToken();
  const guest = hashToken(token);
  const former = getGuest(request);
  if (former)
    await db.updateTable('guest_access').set({ guest_hash: guest }).where('guest_hash', '=', former).execute();
  const subject = { conversation_id: null, entered_code_id: null, ...access };
  await sql`
    insert into guest_access (guest_hash, conversation_id, entered_code_id)
    values (${guest}, ${subject.conversation_id}, ${subject.entered_code_id})
    on conflict do nothing`.execute(db);
  await sql`
    update guest_access set created_at = now()
    where guest_hash = ${guest} and (conversation_id = ${subject.conversation_id} or entered_code_id = ${subject.entered_code_id})`.execute(
    db,
  );
  await sql`
    delete from guest_access where ctid = any(array(
      select ctid from guest_access where guest_hash = ${guest} order by created_at desc offset ${sql.lit(MAX_ACCESSES)}))`.execute(
    db,
  );
  setGuestCookie(reply, token, ACCESS_DAYS * 24 * 60 * 60);
}

/** Ends the access of a browser to everything. */
export async function endAccess(db: Kysely<DB>, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const guest = getGuest(request);
  if (guest) await db.deleteFrom('guest_access').where('guest_hash', '=', guest).execute();
  clearGuestCookie(reply);
}

/** Matches the accesses `access` of a guest that have not ended. */
export const isAccessOf = (guest: Buffer | undefined): RawBuilder<boolean> => sql`
  (access.guest_hash = ${guest ?? null} and access.created_at > now() - make_interval(days => ${sql.lit(ACCESS_DAYS)}))`;

/** Deletes accesses that have ended. Runs hourly. */
export async function deleteEndedAccess(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from guest_access where created_at <= now() - make_interval(days => ${sql.lit(ACCESS_DAYS)})`.execute(db);
}
