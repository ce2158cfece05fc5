import { sql, type Transaction } from 'kysely';
import type { DB, ListingDays, ListingViewParts } from '#server/platform/db/schema.ts';

/** The daily totals of a merged listing when it was merged. */
export interface MovedMetrics {
  days: Partial<ListingDays>[];
  parts: Partial<ListingViewParts>[];
}

const DAY_COLUMNS: (keyof ListingDays)[] = [
  ...(['views', 'impressions', 'website_clicks', 'phone_clicks', 'map_clicks', 'shares'] as const),
  ...(['stays', 'stay_seconds', 'bot_views', 'own_views'] as const),
];
const NAMES = sql.raw(DAY_COLUMNS.join(', '));
const DAY_RECORD = sql.raw(`t(day date, ${DAY_COLUMNS.map((column) => `${column} bigint`).join(', ')})`);
const combine = (sign: '+' | '-') =>
  sql.raw(
    DAY_COLUMNS.map((column) => `${column} = d.${column} ${sign} ${sign === '+' ? 'excluded' : 't'}.${column}`).join(
      ', ',
    ),
  );

/** Adds the daily totals of a listing to those of another one. Its own stay as they are. */
export async function addMetrics(trx: Transaction<DB>, kept: number, merged: number): Promise<MovedMetrics> {
  const { rows: days } = await sql<Partial<ListingDays>>`
    select day::text, ${NAMES} from listing_days where listing_id = ${merged}`.execute(trx);
  const { rows: parts } = await sql<Partial<ListingViewParts>>`
    select day::text, part, name, views from listing_view_parts where listing_id = ${merged}`.execute(trx);
  await sql`
    insert into listing_days as d (listing_id, day, ${NAMES})
    select ${kept}, day, ${NAMES} from listing_days where listing_id = ${merged}
    on conflict (listing_id, day) do update set ${combine('+')}`.execute(trx);
  await sql`
    insert into listing_view_parts as p (listing_id, day, part, name, views)
    select ${kept}, day, part, name, views from listing_view_parts where listing_id = ${merged}
    on conflict (listing_id, day, part, name) do update set views = p.views + excluded.views`.execute(trx);
  return { days, parts };
}

/** Undoes `addMetrics`. */
export async function subtractMetrics(trx: Transaction<DB>, kept: number, { days, parts }: MovedMetrics) {
  await sql`
    update listing_days d set ${combine('-')}
    from json_to_recordset(${JSON.stringify(days)}::json) as ${DAY_RECORD}
    where d.listing_id = ${kept} and d.day = t.day`.execute(trx);
  // Days whose views were merged into their month meanwhile are subtracted from that.
  await sql`
    with t as materialized (
      select coalesce(
          (select p.day from listing_view_parts p
            where p.listing_id = ${kept} and p.day = r.day and p.part = r.part and p.name = r.name),
          date_trunc('month', r.day)::date) as day,
        part, name, sum(views)::integer as views
      from json_to_recordset(${JSON.stringify(parts)}::json) as r(day date, part text, name text, views integer)
      group by 1, part, name
    ), removed as (
      delete from listing_view_parts p using t
      where p.listing_id = ${kept} and p.day = t.day and p.part = t.part and p.name = t.name and p.views <= t.views
    )
    update listing_view_parts p set views = p.views - t.views from t
    where p.listing_id = ${kept} and p.day = t.day and p.part = t.part and p.name = t.name and p.views > t.views`.execute(
    trx,
  );
}
