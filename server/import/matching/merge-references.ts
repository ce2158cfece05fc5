import { type Selectable, sql, type Transaction } from 'kysely';
import type { DB, Listings } from '#server/platform/db/schema.ts';

/** An account that had saved the merged listing, and whether it had not saved the kept one. */
export interface MovedSave {
  account_id: number;
  saved_at: string;
  is_new: boolean;
  /** The lists that the merged listing was in, and whether the kept one was not; missing in merges of earlier releases. */
  lists?: { list_id: number; added_at: string; is_new: boolean }[];
}

/** Moves the claims that wait; of an account that claims both listings, the claim of the kept one counts. */
export async function moveClaims(trx: Transaction<DB>, kept: Selectable<Listings>, merged: Selectable<Listings>) {
  if (kept.owner_id !== null) return [];
  const { rows } = await sql<{ id: number }>`
    update claims set listing_id = ${kept.id}
    where listing_id = ${merged.id} and status in ('mailed', 'waiting') and not exists (
      select from claims other where other.listing_id = ${kept.id} and other.account_id = claims.account_id
        and other.status in ('mailed', 'waiting'))
    returning id`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

/** Moves the listings that accounts saved, also in their lists. */
export async function moveSaves(trx: Transaction<DB>, kept: number, merged: number) {
  const { rows } = await sql<MovedSave>`
    with former as (delete from saved_listings where listing_id = ${merged} returning account_id, saved_at),
    added as (
      insert into saved_listings (account_id, listing_id, saved_at) select account_id, ${kept}, saved_at from former
      on conflict do nothing returning account_id),
    listed as (
      insert into saved_list_entries (list_id, account_id, listing_id, added_at)
      select e.list_id, e.account_id, ${kept}, e.added_at from saved_list_entries e join former using (account_id)
      where e.listing_id = ${merged} on conflict do nothing returning list_id)
    select account_id, saved_at, account_id in (select account_id from added) as is_new,
      (select coalesce(json_agg(json_build_object('list_id', e.list_id, 'added_at', e.added_at,
          'is_new', e.list_id in (select list_id from listed))), '[]')
        from saved_list_entries e where e.account_id = former.account_id and e.listing_id = ${merged}) as lists
    from former`.execute(trx);
  return rows;
}

/** Gives the merged listing back what accounts had saved, also in their lists. */
export async function returnSaves(
  trx: Transaction<DB>,
  { kept, merged }: { kept: number; merged: number },
  saves: MovedSave[],
) {
  await sql`
    insert into saved_listings (account_id, listing_id, saved_at)
    select t.account_id, ${merged}, t.saved_at
    from json_to_recordset(${JSON.stringify(saves)}::json) as t(account_id bigint, saved_at timestamptz)
    join accounts on accounts.id = t.account_id
    on conflict do nothing`.execute(trx);
  const lists = JSON.stringify(saves.flatMap((save) => save.lists ?? []));
  await sql`
    insert into saved_list_entries (list_id, account_id, listing_id, added_at)
    select t.list_id, l.account_id, ${merged}, t.added_at
    from json_to_recordset(${lists}::json) as t(list_id bigint, added_at timestamptz)
    join saved_lists l on l.id = t.list_id
    join saved_listings s on s.account_id = l.account_id and s.listing_id = ${merged}
    on conflict do nothing`.execute(trx);
  await sql`
    delete from saved_list_entries where listing_id = ${kept} and list_id in (
      select list_id from json_to_recordset(${lists}::json) as t(list_id bigint, is_new boolean) where is_new)`.execute(
    trx,
  );
  const added = saves.filter(({ is_new }) => is_new).map(({ account_id }) => account_id);
  await trx
    .deleteFrom('saved_listings')
    .where('listing_id', '=', kept)
    .where('account_id', '=', sql<number>`any(${added}::bigint[])`)
    .execute();
}

/** Moves the rows of imports that had been merged. */
export async function moveRows(trx: Transaction<DB>, kept: number, merged: number) {
  return trx
    .updateTable('merged_rows')
    .set({ listing_id: kept })
    .where('listing_id', '=', merged)
    .returning(['source', 'source_id'])
    .execute();
}
