import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import { toAccountRef } from '#server/reports/list-reports.ts';

/** Who took a listing from visitors, when and why. */
export interface HidingEvent {
  at: Date;
  /** Null for the program, and for an account that was deleted. */
  by: { id: number; username: string } | null;
  reason: string | null;
}

/** The last hiding of each of these listings, by their ids; none for those that the staff never hid. */
export async function findHidingEvents(db: Kysely<DB>, ids: number[]): Promise<Map<number, HidingEvent>> {
  const { rows } = await hidingEventsQuery(ids).execute(db);
  return new Map(
    rows.map(({ id, at, reason, actor_id, username }) => [id, { at, reason, by: toAccountRef(actor_id, username) }]),
  );
}

const hidingEventsQuery = (ids: number[]) => sql<{
  id: number;
  at: Date;
  reason: string | null;
  actor_id: number | null;
  username: string | null;
}>`
  select l.id, e.at, e.reason, e.actor_id, a.username
  from unnest(${ids}::bigint[]) as l (id)
  cross join lateral (
    select at, reason, actor_id from audit
    where listing_id = l.id and kind in ('listing-hidden', 'listing-declined', 'listing-deleted')
    order by id desc limit 1
  ) as e
  left join accounts a on a.id = e.actor_id`;
