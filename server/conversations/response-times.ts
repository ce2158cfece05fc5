import { type Kysely, sql } from 'kysely';
import { countOpenMinutes, type Opening } from '#contract/hours/opening-hours.ts';
import { type Hours, WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { listingKey } from '#server/listings/read/list.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';

const DAYS = 90;
// A message that waits no longer says nothing yet.
const PENDING_DAYS = 2;
const BATCH = 500;

/** A conversation that a business received. */
export interface Lead {
  openedAt: Date;
  /** Null while nobody has answered. */
  answeredAt: Date | null;
}

/** How many messages a business answered, and how fast. */
export interface Responses {
  leads: number;
  answered: number;
  /** Null where the median is one that was not answered. */
  medianMinutes: number | null;
}

/** Business hours of who gave none: Monday to Friday, 9 a.m. to 5 p.m. */
const OFFICE_HOURS = Object.fromEntries(
  WEEKDAYS.map((day, index) => [day, index < 5 ? [{ opens: '09:00', closes: '17:00' }] : 'closed']),
) as Hours;

/** The median of the opening hours until the first answer, in minutes; of an even number the longer one of the two in the middle. */
export function summarizeLeads(opening: Opening, leads: Lead[]): Responses {
  const isOpenEver = Object.values(opening.hours ?? {}).some((day) => day === 'all-day' || Array.isArray(day));
  const known = isOpenEver ? opening : { ...opening, hours: OFFICE_HOURS };
  const minutes = leads.map(({ openedAt, answeredAt }) =>
    answeredAt === null ? Number.POSITIVE_INFINITY : countOpenMinutes(known, openedAt, answeredAt),
  );
  const median = minutes.toSorted((a, b) => a - b)[Math.floor(minutes.length / 2)] ?? Number.POSITIVE_INFINITY;
  return {
    leads: leads.length,
    answered: leads.filter(({ answeredAt }) => answeredAt !== null).length,
    medianMinutes: Number.isFinite(median) ? median : null,
  };
}

interface Row {
  id: number;
  hours: Hours | null;
  special_hours: Opening['specialHours'];
  opened: Date[];
  answered: (Date | null)[];
}

/**
 * Counts how each business answered the messages of the past 90 days: all that it received, without those that wait for less
 * than two days, and those that the customer or the staff stopped before. A daily job.
 */
export async function countResponses(db: Kysely<DB>): Promise<void> {
  let after = 0;
  for (;;) {
    const { rows } = await leadsQuery(after).execute(db);
    const last = rows.at(-1);
    const counted = rows.filter(({ opened }) => opened.length > 0);
    const responses = counted.map(({ id, hours, special_hours: specialHours, opened, answered }) => ({
      id,
      ...summarizeLeads(
        { hours, specialHours },
        opened.map((openedAt, index) => ({ openedAt, answeredAt: answered[index] ?? null })),
      ),
    }));
    await db.transaction().execute(async (trx) => {
      const changed = await sql<{ listing_id: number }>`
        with counted as (
          select * from json_to_recordset(${JSON.stringify(responses)})
            as counted (id bigint, leads integer, answered integer, "medianMinutes" integer)
        ), gone as (
          delete from listing_responses
          where listing_id > ${after} and listing_id <= ${last?.id ?? Number.MAX_SAFE_INTEGER}
            and listing_id not in (select id from counted)
          returning listing_id
        ), written as (
          insert into listing_responses as r (listing_id, leads, answered, median_minutes)
          select id, leads, answered, "medianMinutes" from counted order by id
          on conflict (listing_id) do update set leads = excluded.leads, answered = excluded.answered,
            median_minutes = excluded.median_minutes, counted_at = now()
          where (r.leads, r.answered, r.median_minutes) is distinct from (excluded.leads, excluded.answered, excluded.median_minutes)
          returning listing_id
        )
        select listing_id from gone union all select listing_id from written`.execute(trx);
      await invalidate(
        trx,
        changed.rows.map(({ listing_id: id }) => listingKey({ id })),
      );
    });
    if (!last) return;
    after = last.id;
  }
}

/**
 * The next listings after an id that have conversations, with their leads; none where the listing has no owner. Exported for the test of its
 * query plan.
 */
export const leadsQuery = (after: number) => sql<Row>`
  select batch.id, l.hours, coalesce(l.special_hours, '[]') as special_hours, leads.opened, leads.answered
  from (
    select distinct listing_id as id from conversations where listing_id > ${after} order by listing_id limit ${sql.lit(BATCH)}
  ) as batch
  left join listings l on l.id = batch.id and l.owner_id is not null
  cross join lateral (
    select coalesce(array_agg(c.opened_at order by c.id), '{}') as opened,
      coalesce(array_agg(c.first_answered_at order by c.id), '{}') as answered
    from conversations c
    where c.listing_id = l.id and c.status <> 'withheld' and c.opened_at > now() - make_interval(days => ${sql.lit(DAYS)})
      and (c.first_answered_at is not null or c.opened_at < now() - make_interval(days => ${sql.lit(PENDING_DAYS)})
        and (c.stopped_by is null or c.stopped_by = 'business'))
  ) as leads
  order by batch.id`;
