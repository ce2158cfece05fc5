import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from './api.ts';
import { getClientAddress, toNetworkPrefix } from './client-address.ts';
import { Forbidden, Unauthorized } from './errors.ts';
import { FIRST_ACCOUNT_ID, roleOf } from './staff-role.ts';

/** The user of a request. */
export interface CurrentUser {
  accountId: number;
  /** True for account 1 only, which cannot be deleted; `role` says who may do what. */
  isAdmin: boolean;
  /** Null for those who are not staff. */
  role: Role | null;
  /** 0 for a request with an API key, which has no session. */
  sessionId: number;
  /** What was proved last in this session, and when; null in a session that is older than second factors. */
  verification: Verification | null;
  /** Whether the last verification was in the last ten minutes. */
  isRecentlyVerified: boolean;
  /** Whether the password is one that was printed, and must be replaced. */
  mustChangePassword: boolean;
  /** Whether the account has an email that nobody has confirmed: it may be somebody else's. */
  hasUnconfirmedEmail: boolean;
}

/** What a user has proved in a session. All but a password are second factors. */
export interface Verification {
  by: 'password' | 'passkey' | 'totp' | 'recovery';
  /** When it was proved; by default now. */
  at?: Date;
}

declare module 'fastify' {
  interface FastifyInstance {
    siteCookies: SiteCookies;
    /** Whether the administration answers only who has a second factor and a password of their own choice. */
    requiresStaffSecurity: boolean;
  }
  interface FastifyContextConfig {
    /** The route is none of the API, and its response depends on the user all the same. */
    readsSession?: boolean;
  }
  interface FastifyRequest {
    /** Whether the request has an API key, which acts for its account on routes with a `keyScope` only. */
    hasApiKey: boolean;
    /** Null if nobody is signed in, and on `cacheable` routes, whose responses are the same for everyone. */
    user: CurrentUser | null;
  }
}

/** How the site's cookies are set. */
interface SiteCookies {
  /** Whether the cookies are sent over TLS only. */
  secure: boolean;
  /** The name, over TLS with the prefix `__Host-`: browsers accept such cookies only from the host itself and for all its paths. */
  toName(name: string): string;
}

const SESSION_COOKIE = 'session';
// Scripts can read it: without it nobody is signed in, and the page sends no request to find out.
const SIGNED_IN_COOKIE = 'signed-in';
const DAY_SECONDS = 24 * 60 * 60;
const MAX_AGE_DAYS = 30;
const IDLE_DAYS = 14;
const STAFF_MAX_AGE_HOURS = 12;
const STAFF_IDLE_MINUTES = 30;
const LAST_SEEN_INTERVAL_MINUTES = 5;
// An unused session of the staff ends at most so much too early.
const STAFF_LAST_SEEN_INTERVAL_MINUTES = 1;
const MAX_SESSIONS = 50;
const STEP_UP_MINUTES = 10;

const ROLE = roleOf('s.account_id');

/**
 * Matches valid sessions of `sessions s`: used within 14 days and opened within 30 days; those of the staff within 30 minutes and
 * 12 hours. Who is staff is looked up only for older ones.
 */
export const isSessionValid = sql<boolean>`(
  s.last_seen_at > now() - make_interval(days => ${sql.lit(IDLE_DAYS)})
  and s.created_at > now() - make_interval(days => ${sql.lit(MAX_AGE_DAYS)})
  and (s.last_seen_at > now() - make_interval(mins => ${sql.lit(STAFF_IDLE_MINUTES)})
    and s.created_at > now() - make_interval(hours => ${sql.lit(STAFF_MAX_AGE_HOURS)})
    or ${ROLE} is null))`;

type ReadApiKey = (
  db: Kysely<DB>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CurrentUser | null | undefined>;

/**
 * Sets `request.user` of every API request by its cookie, or by its API key instead. It reads the database each time, so that an ended session is
 * refused by every process from the next request on (docs/decisions/0010-sessions-in-the-database.md).
 * @param origin the site's public origin: with https the cookies are sent over TLS only
 * @param readApiKey the user of an API key; null where none is accepted, undefined without a key
 */
export async function readSessions(
  api: Api,
  {
    db,
    origin,
    requiresStaffSecurity,
    readApiKey,
  }: { db: Kysely<DB>; origin: string; requiresStaffSecurity: boolean; readApiKey: ReadApiKey },
) {
  await api.register(fastifyCookie);
  const secure = origin.startsWith('https:');
  api.decorate('siteCookies', { secure, toName: (name) => (secure ? `__Host-${name}` : name) });
  api.decorate('requiresStaffSecurity', requiresStaffSecurity);
  api.decorateRequest('user', null);
  api.decorateRequest('hasApiKey', false);
  const readSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const byKey = request.headers.authorization ? await readApiKey(db, request, reply) : undefined;
    request.hasApiKey = byKey !== undefined;
    if (byKey !== undefined) {
      request.user = byKey;
      return;
    }
    const token = getSessionToken(request);
    if (token) request.user = await findSession(db, token, request);
  };
  api.addHook('onRoute', (route) => {
    if (route.config?.cacheable || !(route.url.startsWith('/api/') || route.config?.readsSession)) return;
    route.onRequest = [readSession, ...[route.onRequest ?? []].flat()];
  });
}

/**
 * @throws {Unauthorized} when nobody is signed in
 * @throws {Forbidden} for an API key on a route that accepts none
 */
export function requireUser(request: FastifyRequest): CurrentUser {
  if (!request.user && request.hasApiKey) throw new Forbidden(t('API keys can’t do this. Sign in on the site.'));
  if (!request.user) throw new Unauthorized();
  return request.user;
}

/** Runs before validation, so that a visitor without a session learns nothing else from the response. */
export const requireSignedIn = async (request: FastifyRequest) => {
  requireUser(request);
};

/**
 * Opens a session and sets its cookies. The token has 256 bits and only its hash is stored. The browser's previous session ends.
 * An account has at most 50 sessions; the least recently used ones end.
 * @param verification what the user has proved to get it
 */
export async function openSession(
  db: Kysely<DB>,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: number,
  { by, at }: Verification,
): Promise<void> {
  const previousToken = getSessionToken(request);
  if (previousToken) await db.deleteFrom('sessions').where('token_hash', '=', hashToken(previousToken)).execute();
  await sql`
    delete from sessions where account_id = ${accountId} and id not in (
      select id from sessions where account_id = ${accountId}
      order by last_seen_at desc, id desc limit ${MAX_SESSIONS - 1})`.execute(db);
  const token = createToken();
  const userAgent = request.headers['user-agent'] ?? '';
  await db
    .insertInto('sessions')
    .values({
      account_id: accountId,
      token_hash: hashToken(token),
      user_agent: userAgent.slice(0, 300),
      // An administrator sees it of the staff only; of others it is a sign of fake reviews.
      network: getNetwork(request),
      verified_at: at ?? sql<Date>`now()`,
      verified_by: by,
    })
    .execute();
  setCookies(reply, token, MAX_AGE_DAYS * DAY_SECONDS);
}

/**
 * Records that the user of a session has proved again who they are.
 * @throws {Unauthorized} when the session has ended meanwhile
 */
export async function recordVerification(db: Kysely<DB>, sessionId: number, by: Verification['by']): Promise<void> {
  const { rows } = await sql`
    update sessions set verified_at = now(), verified_by = ${by} where id = ${sessionId} returning id`.execute(db);
  if (rows.length === 0) throw new Unauthorized();
}

/** Ends the request's session and deletes its cookies. */
export async function closeSession(db: Kysely<DB>, reply: FastifyReply, sessionId: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
  clearSessionCookies(reply);
}

/** Deletes the cookies of a session that has already ended. */
export function clearSessionCookies(reply: FastifyReply) {
  setCookies(reply, '', 0);
}

async function findSession(db: Kysely<DB>, token: string, request: FastifyRequest): Promise<CurrentUser | null> {
  const { rows } = await sql<{
    id: number;
    accountId: number;
    role: Role | null;
    unseenMinutes: number;
    verifiedAt: Date | null;
    verifiedBy: Verification['by'] | null;
    isRecentlyVerified: boolean;
    mustChangePassword: boolean;
    hasUnconfirmedEmail: boolean;
  }>`
    select s.id, s.account_id as "accountId", ${ROLE} as role,
      extract(epoch from now() - s.last_seen_at)::float8 / 60 as "unseenMinutes",
      s.verified_at as "verifiedAt", s.verified_by as "verifiedBy",
      coalesce(s.verified_at > now() - make_interval(mins => ${sql.lit(STEP_UP_MINUTES)}), false) as "isRecentlyVerified",
      a.must_change_password as "mustChangePassword",
      a.email is not null and a.email_confirmed_at is null as "hasUnconfirmedEmail"
    from sessions s join accounts a on a.id = s.account_id
    where s.token_hash = ${hashToken(token)} and a.is_active and ${isSessionValid}`.execute(db);
  const found = rows[0];
  if (!found) return null;
  const { id: sessionId, unseenMinutes, verifiedAt, verifiedBy, ...user } = found;
  if (unseenMinutes > (user.role ? STAFF_LAST_SEEN_INTERVAL_MINUTES : LAST_SEEN_INTERVAL_MINUTES))
    await sql`
      update sessions set last_seen_at = now(), network = ${getNetwork(request)}
      where id = ${sessionId}`.execute(db);
  return {
    accountId: user.accountId,
    isAdmin: user.accountId === FIRST_ACCOUNT_ID,
    role: user.role,
    sessionId,
    verification: verifiedAt && verifiedBy && { by: verifiedBy, at: verifiedAt },
    isRecentlyVerified: user.isRecentlyVerified,
    mustChangePassword: user.mustChangePassword,
    hasUnconfirmedEmail: user.hasUnconfirmedEmail,
  };
}

const getNetwork = (request: FastifyRequest) => toNetworkPrefix(getClientAddress(request));

function getSessionToken(request: FastifyRequest): string | null {
  const token = request.cookies[request.server.siteCookies.toName(SESSION_COOKIE)];
  return isToken(token) ? token : null;
}

function setCookies(reply: FastifyReply, token: string, maxAge: number) {
  const { secure, toName } = reply.server.siteCookies;
  const attributes = { path: '/', sameSite: 'lax', secure, maxAge } as const;
  reply.setCookie(toName(SESSION_COOKIE), token, { ...attributes, httpOnly: true });
  reply.setCookie(toName(SIGNED_IN_COOKIE), token ? '1' : '', attributes);
}

/** A random token of 256 bits for a cookie or an emailed link. Only its hash is stored. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** The hash of a token, as stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a text has the form of a token. */
export const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '');

/** Whether two secrets are equal; the time that this takes says nothing about where they differ. */
export const isSameSecret = (actual: string, expected: string): boolean =>
  timingSafeEqual(hashToken(actual), hashToken(expected));
