import type { Kysely } from 'kysely';
import type { Trend } from '#contract/analytics.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';
import { addDays, previousDateRange } from './date-range.ts';
import { toLosAngelesDate } from './los-angeles-date.ts';
import { activityQuery, newListingsQuery, searchesQuery, siteDaysQuery, siteLeadsQuery } from './overview-queries.ts';

/** What the seven days until yesterday brought, and the seven before. @param mode of the payments that count */
export async function getTrend(db: Kysely<DB>, mode: PaymentMode, now = new Date()): Promise<Trend> {
  const to = addDays(toLosAngelesDate(now), -1);
  const week = { from: addDays(to, -6), to };
  const both = { from: previousDateRange(week).from, to };
  const [siteDays, searches, leads, newListings, activity] = await Promise.all([
    siteDaysQuery(both).execute(db),
    searchesQuery(both).execute(db),
    siteLeadsQuery(both).execute(db),
    newListingsQuery(both).execute(db),
    activityQuery(mode, both).execute(db),
  ]);
  const compare = <Row extends { day: string }>({ rows }: { rows: Row[] }, count: (row: Row) => number) => {
    const sum = (days: Row[]) => days.reduce((total, row) => total + count(row), 0);
    return {
      now: sum(rows.filter(({ day }) => day >= week.from)),
      before: sum(rows.filter(({ day }) => day < week.from)),
    };
  };
  return {
    ...week,
    visitors: compare(siteDays, (row) => row.visitors),
    searches: compare(searches, (row) => row.searches),
    calls: compare(siteDays, (row) => row.phoneClicks),
    leads: compare(leads, (row) => row.leads),
    newListings: compare(newListings, (row) => row.newListings),
    incomeCents: compare(activity, (row) => row.paidCents - row.refundedCents),
  };
}
