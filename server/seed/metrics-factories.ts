import type { Insertable, Kysely } from 'kysely';
import type { DB, ListingDays } from '../db/schema.ts';

/** The metrics of a day; views also by hour, device and origin. */
export type DailyMetricsOverrides = Partial<Omit<Insertable<ListingDays>, 'listing_id' | 'day'>> &
  Partial<Record<'hour' | 'device' | 'origin', Record<string, number>>>;

/** Makes the metrics of a listing on a day (`2026-03-08`), as the aggregation of events would. */
export async function makeDailyMetrics(
  db: Kysely<DB>,
  listing_id: number,
  day: string,
  { hour = {}, device = {}, origin = {}, ...columns }: DailyMetricsOverrides,
): Promise<void> {
  await db
    .insertInto('listing_days')
    .values({ listing_id, day, ...columns })
    .execute();
  const parts = Object.entries({ hour, device, origin }).flatMap(([part, names]) =>
    Object.entries(names).map(([name, views]) => ({ listing_id, day, part: part as 'hour', name, views })),
  );
  if (parts.length > 0) await db.insertInto('listing_view_parts').values(parts).execute();
}
