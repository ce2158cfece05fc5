import { sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import { MAX_MEMBERS } from '#contract/ownership/members.ts';
import { TRANSITIONS } from '#server/listings/lifecycle/states.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';

/** @throws {Conflict} when there is nothing that can be handed over */
export async function requireTransferable(
  trx: Transaction<DB>,
  { ownerId, listingId }: { ownerId: number; listingId: number | null },
) {
  const found = await trx
    .selectFrom('listings')
    .select('id')
    .where('owner_id', '=', ownerId)
    .$if(listingId !== null, (query) => query.where('id', '=', listingId))
    .where('status', 'in', TRANSITIONS.transfer.from)
    .limit(1)
    .executeTakeFirst();
  if (!found)
    throw new Conflict(listingId === null ? t('You have no listing to hand over.') : TRANSITIONS.transfer.refusal);
}

/** @throws {Conflict} when the owner has as many people and invitations as an account can have */
export async function requireRoom(trx: Transaction<DB>, ownerId: number) {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from listing_members where owner_id = ${ownerId})::int
      + (select count(*) from listing_invitations where owner_id = ${ownerId})::int as n`.execute(trx);
  if ((rows[0]?.n ?? 0) >= MAX_MEMBERS)
    throw new Conflict(
      t('You can have {max} people and invitations. Remove somebody, or withdraw an invitation first.', {
        max: MAX_MEMBERS,
      }),
    );
}
