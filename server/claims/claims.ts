import { randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { Claim } from '#contract/claims.ts';
import { hashToken } from '../accounts/email-tokens.ts';
import { emailKey } from '../accounts/unique-keys.ts';
import type { Claims, DB } from '../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../http/cursor.ts';
import { Conflict, Unauthorized } from '../http/errors.ts';
import { consumeRateLimit, type RateLimit } from '../http/rate-limit.ts';
import type { NoticeDeps } from '../listings/lifecycle/notices.ts';
import { TRANSITIONS } from '../listings/lifecycle/states.ts';
import { listingNotFound } from '../listings/read/listings.ts';
import { isUnclaimed } from '../listings/read/presenter.ts';
import { lockAccount } from '../listings/write/posting.ts';
import { claimProofEmail } from './emails.ts';
import { provesClaim } from './proof.ts';

const DAY_SECONDS = 24 * 60 * 60;
const CLAIM_RATE_LIMIT: RateLimit = { limit: 10, windowSeconds: DAY_SECONDS };
// The claimant types the address, so it may belong to somebody who never asked for an email.
const EMAIL_RATE_LIMIT: RateLimit = { limit: 3, windowSeconds: DAY_SECONDS };

/** A claim as the form sends it. */
interface ClaimRequest {
  accountId: number;
  listingId: number;
  /** The address for the link; empty for none. */
  email: string;
  note: string;
}

/**
 * Claims a listing without an owner. If the email address proves the claim (`provesClaim`), a link is emailed there; otherwise the
 * claim waits for the administrator. It replaces an open claim of the same listing and account.
 * @throws {NotFound} when the listing is not public
 * @throws {Conflict} when it has an owner, or is a sample
 * @throws {TooManyRequests} after 10 claims of the account, or 3 emails to the address, in a day
 */
export async function claim(
  db: Kysely<DB>,
  { accountId, listingId, email, note }: ClaimRequest,
  { jobs, site }: NoticeDeps,
): Promise<Claim> {
  await consumeRateLimit(db, `claim:${accountId}`, CLAIM_RATE_LIMIT);
  return db.transaction().execute(async (trx) => {
    const claimant = await lockAccount(trx, accountId);
    if (!claimant) throw new Unauthorized();
    const listing = await lockPublicListing(trx, listingId);
    if (!listing) throw listingNotFound();
    if (!isUnclaimed(listing)) throw new Conflict(TRANSITIONS.claim.refusal);
    const token = provesClaim(email, listing.website) ? randomBytes(32).toString('base64url') : null;
    const row = await upsertClaim(trx, { account_id: accountId, listing_id: listingId, note }, token, email);
    if (token !== null) {
      await consumeRateLimit(trx, `claim-mail:${hashToken(emailKey(email)).toString('base64url')}`, EMAIL_RATE_LIMIT);
      await jobs.enqueueEmail(trx, claimProofEmail(site, { to: email, username: claimant.username, listing, token }));
    }
    return presentClaim({ ...row, title: listing.title });
  });
}

/** A claim without a token waits for the administrator. */
function upsertClaim(
  trx: Transaction<DB>,
  claim: Pick<Selectable<Claims>, 'account_id' | 'listing_id' | 'note'>,
  token: string | null,
  email: string,
) {
  const proof =
    token === null
      ? { status: 'waiting' as const, email: null, token_hash: null, token_expires_at: null }
      : {
          status: 'mailed' as const,
          email,
          token_hash: hashToken(token),
          token_expires_at: sql<Date>`now() + interval '3 days'`,
        };
  return trx
    .insertInto('claims')
    .values({ ...claim, ...proof })
    .onConflict((conflict) =>
      conflict
        .columns(['listing_id', 'account_id'])
        .where(isUndecided)
        .doUpdateSet({ note: claim.note, ...proof, created_at: sql`now()` }),
    )
    .returning(['id', 'listing_id', 'status', 'email', 'reason', 'created_at'])
    .executeTakeFirstOrThrow();
}

/**
 * The claims of an account, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listOwnClaims(
  db: Kysely<DB>,
  accountId: number,
  query: ListQuery,
): Promise<{ claims: Claim[]; cursor: string | null }> {
  const { page, cursor } = paginate(await ownClaimsQuery(db, accountId, query).execute(), query.limit, byId);
  return { claims: page.map(presentClaim), cursor };
}

/** One page of them plus one row. Exported for the test of its query plan. */
export function ownClaimsQuery(db: Kysely<DB>, accountId: number, { cursor, limit }: ListQuery) {
  let query = claimRows(db).where('claims.account_id', '=', accountId);
  if (cursor !== undefined) query = query.where('claims.id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('claims.id', 'desc').limit(limit + 1);
}

/** Claims with the columns that claimants see. */
export const claimRows = (db: Kysely<DB>) =>
  db
    .selectFrom('claims')
    .innerJoin('listings', 'listings.id', 'claims.listing_id')
    .select(['claims.id', 'claims.listing_id', 'listings.title', 'claims.status', 'claims.email', 'claims.reason'])
    .select('claims.created_at');

type ClaimRow = Pick<Selectable<Claims>, 'id' | 'listing_id' | 'status' | 'email' | 'reason' | 'created_at'>;

/** A claim as the claimant sees it. */
export const presentClaim = ({
  id,
  listing_id,
  title,
  status,
  email,
  reason,
  created_at,
}: ClaimRow & { title: string }) => ({
  id,
  listing: { id: listing_id, title },
  status,
  email,
  reason,
  createdAt: created_at.toISOString(),
});

/** The claims of an account, for its export and deletion (`PersonalData`). */
export const claimPersonalData = {
  name: 'claims',
  async export(db: Kysely<DB>, accountId: number) {
    const rows = await claimRows(db)
      .select('note')
      .where('account_id', '=', accountId)
      .orderBy('claims.id', 'desc')
      .execute();
    return rows.map(({ note, ...row }) => ({ ...presentClaim(row), note }));
  },
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('claims').where('account_id', '=', accountId).execute();
  },
};

/** Matches the claims that are not decided. */
export const isUndecided = sql<boolean>`claims.status in ('mailed', 'waiting')`;

/** Locks a public listing until the transaction ends; undefined if it is not public. */
export const lockPublicListing = (trx: Transaction<DB>, id: number) =>
  trx
    .selectFrom('public_listings')
    .select(['id', 'title', 'website', 'owner_id', 'origin'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
