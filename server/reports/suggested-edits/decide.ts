import { type Kysely, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import { hasFactOrigins, markEditedFacts, toSourcedListing } from '#server/listings/facts.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { writeAndInvalidate } from '#server/listings/write/write-and-invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';
import { type Decider, ofDecider } from './list-suggested-edits.ts';
import { toSuggestedColumns } from './suggested-columns.ts';

/**
 * Accepts a suggestion and those of the same kind and value: a telephone number, website or address becomes the listing's, and
 * so do hours that are read whole; others and duplicates are only marked as done, because a person has to change them.
 * @throws {NotFound} when there is no such open suggestion, or the listing is not theirs to change
 */
export function acceptSuggestedEdit(db: Kysely<DB>, decider: Decider, id: number): Promise<void> {
  return decide(db, decider, { id, outcome: 'accepted' }, async (trx, { listingId, kind, value }) => {
    const columns = toSuggestedColumns(kind, value);
    if (!columns) return;
    const [before] = await writeAndInvalidate(trx, sql`select * from listings where id = ${listingId} for update`);
    if (!before) return;
    const isManager = decider.role === 'owner' && before.owner_id !== decider.accountId;
    await describeChange(trx, { kind: 'suggestion', ...decider, ...(isManager && { role: 'manager' }) });
    const by = { by: decider.role, date: new Date().toISOString().slice(0, 7) };
    const facts = JSON.stringify(markEditedFacts(toSourcedListing(before), columns, by));
    await trx
      .updateTable('listings')
      .set({
        ...columns,
        ...('hours' in columns && { hours: JSON.stringify(columns.hours) }),
        ...(hasFactOrigins(before) && { facts }),
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', listingId)
      .execute();
  });
}

/**
 * Dismisses a suggestion and those of the same kind and value. A business that was reported closed is open.
 * @throws {NotFound} when there is no such open suggestion, or the listing is not theirs to change
 */
export function dismissSuggestedEdit(db: Kysely<DB>, decider: Decider, id: number): Promise<void> {
  return decide(db, decider, { id, outcome: 'dismissed' }, async (trx, { listingId, kind }) => {
    if (kind !== 'closed') return;
    await deleteReportedClosure(trx, listingId);
    await writeAndInvalidate(trx, sql`select * from listings where id = ${listingId}`);
  });
}

/** Accepts that a business is closed whose listing is being hidden. */
export async function acceptClosure(trx: Transaction<DB>, { listingId, by }: { listingId: number; by: number }) {
  await trx
    .updateTable('suggested_edits')
    .set({ decided_at: sql`now()`, decided_by: by, outcome: 'accepted' })
    .where('listing_id', '=', listingId)
    .where('kind', '=', 'closed')
    .where('decided_at', 'is', null)
    .execute();
  await deleteReportedClosure(trx, listingId);
}

const deleteReportedClosure = (trx: Transaction<DB>, listingId: number) =>
  trx.deleteFrom('possible_closures').where('listing_id', '=', listingId).where('reason', '=', 'reported').execute();

interface DecidedEdit {
  listingId: number;
  kind: SuggestedEditKind;
  value: string;
}

function decide(
  db: Kysely<DB>,
  decider: Decider,
  { id, outcome }: { id: number; outcome: 'accepted' | 'dismissed' },
  carryOut: (trx: Transaction<DB>, edit: DecidedEdit) => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // The listing first, as hiding it does, which also decides on its suggestions: otherwise each could wait for the other.
    await sql`
      select from listings where id = (select listing_id from suggested_edits where id = ${id}) for no key update`.execute(
      trx,
    );
    const { rows } = await sql<DecidedEdit & { accountId: number | null }>`
      update suggested_edits s set decided_at = now(), decided_by = ${decider.accountId}, outcome = ${outcome}
      from suggested_edits e join listings l on l.id = e.listing_id
      where e.id = ${id} and e.kind <> 'confirmed' ${ofDecider(decider)}
        and s.listing_id = e.listing_id and s.decided_at is null and s.kind = e.kind and s.value = e.value
      returning s.listing_id as "listingId", s.kind, s.value, s.account_id as "accountId"`.execute(trx);
    const [edit] = rows;
    if (!edit) throw new NotFound(t('Suggestion not found'));
    await carryOut(trx, edit);
    if (decider.role === 'administrator') {
      const kind = outcome === 'accepted' ? 'edit-accepted' : 'edit-dismissed';
      const reason = `${edit.kind} ${edit.value}`.trim().slice(0, 1000);
      const { listingId } = edit;
      const permit = await authorizeDecision(trx, {
        kind,
        by: decider.accountId,
        listings: [listingId],
        accounts: rows.map(({ accountId }) => accountId),
      });
      await recordDecision(trx, permit, { kind, accountId: null, username: null, reason, listingId });
    }
  });
}

/** The suggestions of an account, for its export and its deletion (`PersonalData`). */
export const suggestedEditsPersonalData = {
  name: 'suggestedEdits',
  export: (db: Kysely<DB>, accountId: number) =>
    db
      .selectFrom('suggested_edits')
      .select(['listing_id as listingId', 'kind', 'value', 'created_at as createdAt'])
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .execute(),
  async erase(trx: Transaction<DB>, accountId: number) {
    await trx.deleteFrom('suggested_edits').where('account_id', '=', accountId).execute();
  },
};
