import { type Kysely, sql, type Transaction } from 'kysely';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { HIDING_NUMBER, type Objection, type ObjectionsQuery } from '#contract/admin/objections.ts';
import { t } from '#contract/i18n/t.ts';
import { objectionDecidedEmail, staysHiddenEmail } from '#server/admin/desk/change-emails.ts';
import { findOwner } from '#server/admin/desk/staff-changes.ts';
import { listingRows } from '#server/listings/read/owner-listings.ts';
import { toShownReason } from '#server/listings/versions/composed-reasons.ts';
import { revertVersion } from '#server/listings/versions/restore.ts';
import { presentVersions, type VersionRow } from '#server/listings/versions/versions.ts';
import type { PostingDeps } from '#server/listings/write/posting.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor, timePosition } from '#server/platform/http/cursor.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import type { StaffMember } from '#server/platform/http/permissions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { findHidingEvents, type HidingEvent } from '#server/reports/hiding/hidden-by.ts';
import { show } from '#server/reports/hiding/hiding.ts';
import { SEARCH_KEY } from '#server/search/cache-for-seconds.ts';
import { authorizeDecision, type Permit, recordDecision } from '#server/staff/decisions.ts';

/** One page of objections. */
export interface ObjectionList {
  objections: Objection[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of rows on all pages. */
  total: number;
}

/**
 * The objections that wait, the oldest first, or the decided ones, last decided first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listObjections(db: Kysely<DB>, query: ObjectionsQuery): Promise<ObjectionList> {
  const [rows, { total }] = await Promise.all([
    objectionsQuery(db, query).execute(),
    objectionsTotalQuery(db, query).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, (row) =>
    query.status === 'open' ? byId(row) : { id: row.id, at: row.decided_at },
  );
  const ofHidings = page.filter(({ number }) => number === HIDING_NUMBER).map(({ listing_id }) => listing_id);
  const [versions, hidings] = await Promise.all([readVersions(db, page), findHidingEvents(db, ofHidings)]);
  const objections = page.map((row) => ({
    id: row.id,
    listing: { id: row.listing_id, title: row.title },
    owner: { id: row.account_id, username: row.username },
    text: row.text,
    createdAt: row.created_at.toISOString(),
    version: versions.get(`${row.listing_id} ${row.number}`) ?? null,
    hiding: row.number === HIDING_NUMBER ? toHiding(row, hidings.get(row.listing_id)) : null,
    outcome: row.outcome,
    answer: row.answer,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }));
  return { objections, cursor, total };
}

const toHiding = (
  { hidden_at, hidden_reason, created_at }: { hidden_at: Date | null; hidden_reason: string | null; created_at: Date },
  event: HidingEvent | undefined,
): Objection['hiding'] => ({
  at: (hidden_at ?? event?.at ?? created_at).toISOString(),
  by: event?.by ?? null,
  reason: toShownReason(hidden_reason ?? event?.reason ?? ''),
});

/** One page and one more row. Exported for the test of its query plan. */
export function objectionsQuery(db: Kysely<DB>, { status, cursor, limit }: ObjectionsQuery) {
  const query = db
    .selectFrom('listing_objections as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .innerJoin('accounts as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.listing_id', 'o.number', 'o.account_id', 'o.text', 'o.created_at', 'o.outcome', 'o.answer'])
    .select(['o.decided_at', 'l.title', 'l.hidden_at', 'l.hidden_reason', 'a.username'])
    .limit(limit + 1);
  if (status === 'open') {
    const open = query.where('o.decided_at', 'is', null).orderBy('o.id');
    return cursor === undefined ? open : open.where('o.id', '>', parseCursor(cursor, idPosition).id);
  }
  const decided = query.where('o.decided_at', 'is not', null).orderBy('o.decided_at', 'desc').orderBy('o.id', 'desc');
  if (cursor === undefined) return decided;
  const { at, id } = parseCursor(cursor, timePosition);
  return decided.where(sql<boolean>`(o.decided_at, o.id) < (${at}, ${id})`);
}

const objectionsTotalQuery = (db: Kysely<DB>, { status }: Pick<ObjectionsQuery, 'status'>) =>
  db
    .selectFrom('listing_objections')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('decided_at', status === 'open' ? 'is' : 'is not', null);

/** The versions that objections are about, by listing and number, for all of a page at once. */
async function readVersions(
  db: Kysely<DB>,
  page: { listing_id: number; number: number }[],
): Promise<Map<string, ListingVersion>> {
  const ids = [...new Set(page.map(({ listing_id }) => listing_id))];
  if (ids.length === 0) return new Map();
  const [listings, rows] = await Promise.all([
    listingRows(db).where('id', 'in', ids).execute(),
    db
      .selectFrom('listing_versions')
      .leftJoin('accounts', 'accounts.id', 'listing_versions.account_id')
      .selectAll('listing_versions')
      .select('accounts.username')
      .where('listing_id', 'in', ids)
      .orderBy('listing_id')
      .orderBy('number', 'desc')
      .execute(),
  ]);
  const byListing = Map.groupBy<number, VersionRow>(rows, ({ listing_id }) => listing_id);
  return new Map(
    listings.flatMap((listing) =>
      presentVersions(listing, byListing.get(listing.id) ?? []).map(
        (version) => [`${listing.id} ${version.number}`, version] as const,
      ),
    ),
  );
}

interface ObjectionDecision {
  id: number;
  by: StaffMember;
  outcome: 'kept' | 'restored';
  /** The answer, mailed to the owner. */
  answer: string;
}

/**
 * Decides that a change or a hiding stays, or takes it back where it is still so; adds an entry to the audit log, and mails the answer to the owner.
 * @throws {NotFound} when there is no such objection
 * @throws {Conflict} when it is decided already, or nothing can be taken back
 */
export function decideObjection(deps: PostingDeps, { id, by, outcome, answer }: ObjectionDecision): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const permit = await authorizeObjection(trx, { id, by: by.accountId });
    const decided = await trx
      .updateTable('listing_objections')
      .set({ outcome, answer, decided_at: sql`now()`, decided_by: by.accountId })
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .returning(['listing_id', 'number', 'account_id'])
      .executeTakeFirst();
    if (!decided) throw await explainRefusal(trx, id);
    if (outcome === 'restored' && decided.number === HIDING_NUMBER)
      await show(trx, { id: decided.listing_id, by: by.accountId, reason: answer, answer }, deps);
    else if (outcome === 'restored') {
      await revertVersion(trx, deps, { id: decided.listing_id, number: decided.number, by, reason: answer });
      await invalidate(trx, [SEARCH_KEY]);
    }
    await recordAndAnswer(trx, deps, permit, { ...decided, outcome, answer });
  });
}

async function authorizeObjection(trx: Transaction<DB>, { id, by }: { id: number; by: number }): Promise<Permit> {
  const objection = await trx
    .selectFrom('listing_objections')
    .select(['listing_id', 'account_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return authorizeDecision(trx, {
    kind: 'objection-decided',
    by,
    ref: id,
    ...(objection && { accounts: [objection.account_id], listings: [objection.listing_id] }),
  });
}

async function explainRefusal(trx: Transaction<DB>, id: number) {
  const objection = await trx.selectFrom('listing_objections').select('id').where('id', '=', id).executeTakeFirst();
  return objection
    ? new Conflict(t('This objection has already been decided.'))
    : new NotFound(t('Objection not found'));
}

async function recordAndAnswer(
  trx: Transaction<DB>,
  { jobs, site }: PostingDeps,
  permit: Permit,
  objection: Omit<ObjectionDecision, 'id' | 'by'> & { listing_id: number; number: number; account_id: number },
) {
  const { listing_id: listingId, account_id: accountId, outcome, answer } = objection;
  const owner = await findOwner(trx, accountId);
  await recordDecision(trx, permit, {
    kind: 'objection-decided',
    listingId,
    accountId,
    username: owner?.username ?? null,
    reason: `${outcome === 'kept' ? 'Kept' : 'Taken back'}: ${answer}`.slice(0, 1000),
  });
  const to = owner?.email;
  // Of a listing that is shown again, its owner has been notified with the answer.
  const isHiding = objection.number === HIDING_NUMBER;
  if (!to || (isHiding && outcome === 'restored')) return;
  const listing = await trx
    .selectFrom('listings')
    .select(['id', 'title', 'business_name'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  await jobs.enqueueEmail(
    trx,
    writeEmail(owner.language, () =>
      isHiding
        ? staysHiddenEmail(site, { ...owner, email: to }, { listing, answer })
        : objectionDecidedEmail(site, { ...owner, email: to }, { listing, outcome, answer }),
    ),
  );
}

/** The objections of an account, for its export and its deletion (`PersonalData`). */
export const objectionsPersonalData = {
  name: 'objections',
  export: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('listing_objections')
      .select(['listing_id as listingId', 'text', 'created_at as createdAt', 'outcome', 'answer'])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('listing_objections').where('account_id', '=', accountId).execute();
  },
};
