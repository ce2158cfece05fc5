import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { Claim } from '#contract/ownership/claims.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import { isUnclaimed } from '#server/listings/read/presenter.ts';
import { lockAccount } from '#server/listings/write/posting.ts';
import type { Claims, DB } from '#server/platform/db/schema.ts';
import { Conflict, Unauthorized } from '#server/platform/http/errors.ts';
import { emailUnconfirmed } from '#server/platform/http/permissions.ts';
import { consumeOnCommit, consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { createToken, hashToken } from '#server/platform/http/sessions.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { toMailboxKey } from '#server/platform/mail/mailbox.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { toRecipient, writeEmail } from '#server/platform/mail/write-email.ts';
import { replaceDocument } from './documents.ts';
import { findDoubts } from './doubts.ts';
import { claimProofEmail, claimReceivedEmail } from './emails.ts';
import { presentClaim } from './own-claims.ts';

const DAY_SECONDS = 24 * 60 * 60;
// The claimant types the address, so it may belong to somebody who never asked for an email.
const EMAIL_RATE_LIMIT: RateLimit = { limit: 3, windowSeconds: DAY_SECONDS };

/** The dependencies of claims. */
export interface ClaimDeps extends NoticeDeps {
  settings: Pick<SettingValues, 'claimsPerDay'>;
}

/** A claim as the form sends it. */
interface ClaimRequest {
  accountId: number;
  listingId: number;
  /** The address for the link; empty for none. */
  email: string;
  note: string;
  /** The name of an uploaded document; empty for none. */
  document: string;
}

/**
 * Claims a listing without an owner. If the email address proves the claim (`provesClaim`, without a doubt of `findDoubts`), a link is
 * emailed there; otherwise the claim waits for the administrator, and the claimant is emailed that it was received. It replaces an open claim
 * of the same listing and account, with its document.
 * @throws {Forbidden} when the claimant's email is not confirmed
 * @throws {NotFound} when the listing is not public
 * @throws {Conflict} when it has an owner, or is a sample
 * @throws {Invalid} see `replaceDocument`
 * @throws {TooManyRequests} after the claims of the account that the settings allow, or 3 emails to the address, in a day
 */
export async function claim(
  db: Kysely<DB>,
  { accountId, listingId, email, note, document }: ClaimRequest,
  { jobs, site, ...deps }: ClaimDeps,
): Promise<Claim> {
  await consumeClaimLimit(db, accountId, deps);
  return db.transaction().execute(async (trx) => {
    const { claimant, listing } = await lockClaim(trx, { accountId, listingId });
    const to = (await isProvable(trx, { accountId, listingId, email }, listing.website)) ? email : null;
    const row = await upsertClaim(trx, { account_id: accountId, listing_id: listingId, note, email: to });
    await replaceDocument(trx, { claimId: row.id, accountId, name: document });
    if (to !== null) {
      await consumeOnCommit(trx, `claim-mail:${toMailboxKey(to)}`, EMAIL_RATE_LIMIT);
      const deferred = deferToken('claim', row.id);
      const facts = { to, username: claimant.username, listing, token: deferred.placeholder };
      const email = writeEmail(claimant.language, () => claimProofEmail(site, facts));
      await jobs.enqueueEmail(trx, { ...email, deferred });
    } else {
      const recipient = toRecipient(claimant);
      if (recipient) {
        const received = () => claimReceivedEmail(site, recipient.email, listing);
        await jobs.enqueueEmail(trx, writeEmail(recipient.language, received));
      }
    }
    return presentClaim({ ...row, title: listing.title });
  });
}

/** @throws {TooManyRequests} after the claims of a day that the settings allow an account */
export const consumeClaimLimit = (db: Kysely<DB>, accountId: number, { settings }: Pick<ClaimDeps, 'settings'>) =>
  consumeRateLimit(db, `claim:${accountId}`, { limit: settings.claimsPerDay, windowSeconds: DAY_SECONDS });

/**
 * Locks the claimant and the listing until the transaction ends.
 * @throws {Forbidden} when the claimant's email is not confirmed
 * @throws {NotFound} when the listing is not public
 * @throws {Conflict} when it has an owner, or is a sample
 */
export async function lockClaim(
  trx: Transaction<DB>,
  { accountId, listingId }: Pick<ClaimRequest, 'accountId' | 'listingId'>,
) {
  const claimant = await lockAccount(trx, accountId);
  if (!claimant) throw new Unauthorized();
  // The email at the business names the claimant.
  if (!claimant.email_confirmed_at) throw emailUnconfirmed();
  const listing = await lockPublicListing(trx, listingId);
  if (!listing) throw listingNotFound();
  if (!isUnclaimed(listing)) throw new Conflict(TRANSITIONS.claim.refusal);
  return { claimant, listing };
}

/** Whether a link to the address would prove the claim. */
async function isProvable(
  trx: Transaction<DB>,
  { email, ...claim }: Omit<ClaimRequest, 'note' | 'document'>,
  website: string | null,
): Promise<boolean> {
  const { provesClaim } = await import('./proof.ts');
  if (!provesClaim(email, website)) return false;
  const [doubts = []] = await findDoubts(trx, [claim]);
  return doubts.every(({ about }) => about === 'phone');
}

/** Writes a claim; without an email it waits for the administrator. The links of the claim that it replaces stop working. */
export async function upsertClaim(
  trx: Transaction<DB>,
  claim: Pick<Selectable<Claims>, 'account_id' | 'listing_id' | 'note' | 'email'>,
) {
  const { note, email } = claim;
  const status = email === null ? 'waiting' : 'mailed';
  const row = await trx
    .insertInto('claims')
    .values({ ...claim, status })
    .onConflict((conflict) =>
      conflict
        .columns(['listing_id', 'account_id'])
        .where(isUndecided)
        .doUpdateSet({ note, email, status, created_at: sql`now()` }),
    )
    .returning(['id', 'listing_id', 'status', 'email', 'reason', 'created_at', 'taken_back_at'])
    .executeTakeFirstOrThrow();
  await trx.deleteFrom('claim_links').where('claim_id', '=', row.id).execute();
  return row;
}

/**
 * Creates the token of a claim's link, for an email that is being sent; only its hash is stored. It works for three days.
 * @returns null when the claim was decided, or replaced by one that is proved by another address or none
 */
export async function createClaimToken(
  db: Kysely<DB>,
  claimId: number,
  { to }: Pick<Email, 'to'>,
): Promise<string | null> {
  const token = createToken();
  // The lock makes a concurrent replacement wait, which then deletes this link too.
  const { rows } = await sql`
    insert into claim_links (token_hash, claim_id, expires_at)
    select ${hashToken(token)}, id, now() + interval '3 days' from claims
    where id = ${claimId} and status = 'mailed' and email = ${to}
    for no key update
    returning claim_id`.execute(db);
  return rows.length > 0 ? token : null;
}

/** Matches the claims that are not decided. */
export const isUndecided = sql<boolean>`claims.status in ('mailed', 'waiting')`;

/** Whether nobody but the account `a` has an open claim of the listing `l`, or an invitation to own it. */
export const hasNoRival = sql<boolean>`not exists (
    select from claims where claims.listing_id = l.id and claims.account_id <> a.id and ${isUndecided})
  and not exists (
    select from listing_invitations i
    where i.listing_id = l.id and i.expires_at > now() and i.email_key is distinct from a.email_key)`;

/** Locks a public listing until the transaction ends; undefined if it is not public. */
export const lockPublicListing = (trx: Transaction<DB>, id: number) =>
  trx
    .selectFrom('public_listings')
    .select(['id', 'title', 'website', 'owner_id', 'origin'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
