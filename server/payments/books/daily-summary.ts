import { sql } from 'kysely';
import { PAYMENT_STATES, type PaymentState, type PaymentSummary } from '#contract/admin/payments.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';

/**
 * The payments of the running mode in a month by day in Los Angeles and state. Money counts on the day on which the ledger got it, so
 * a refund counts in its own month; an order without money on the day on which it was made.
 * @param month such as `2026-03`
 */
export async function getPaymentSummary(
  { db, cards }: Pick<PaymentDeps, 'db' | 'cards'>,
  month: string,
): Promise<PaymentSummary> {
  const { rows } = await dailyStatesQuery(cards.mode, month).execute(db);
  const days = Map.groupBy(rows, ({ day }) => day);
  return {
    month,
    days: [...days].map(([date, states]) => ({ date, states: states.map(toState).toSorted(byState) })),
  };
}

interface StateRow {
  day: string;
  state: PaymentState;
  count: number;
  cents: number;
}

const toState = ({ state, count, cents }: StateRow) => ({ state, count, cents });
const byState = (one: { state: PaymentState }, other: { state: PaymentState }) =>
  PAYMENT_STATES.indexOf(one.state) - PAYMENT_STATES.indexOf(other.state);

/** Exported for the test of its query plan. */
export function dailyStatesQuery(mode: PaymentMode, month: string) {
  // The bounds are subqueries, because expressions would be evaluated for every row.
  const within = (column: string) => sql`
    ${sql.ref(column)} >= (select ${`${month}-01`}::timestamp at time zone 'America/Los_Angeles')
    and ${sql.ref(column)} < (select (${`${month}-01`}::timestamp + interval '1 month') at time zone 'America/Los_Angeles')`;
  return sql<StateRow>`
    select (at at time zone 'America/Los_Angeles')::date::text as day, state, count(*)::int as count, sum(cents)::float8 as cents
    from (
      select at, ledger.kind as state, abs(ledger.amount_cents) as cents from ledger join payments on payments.id = payment_id
      where ${within('at')} and ledger.currency = 'usd' and mode = ${mode}
      union all
      select created_at, status, amount_cents from payments
      where status <> 'paid' and part_of is null and ${within('created_at')} and currency = 'usd' and mode = ${mode}) as moved
    group by 1, 2 order by 1`;
}
