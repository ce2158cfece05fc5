import { type CompiledQuery, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { couponsQuery } from '#server/payments/coupons/list-coupons.ts';
import { giftCreditsQuery } from '#server/payments/gift-credits/list-gift-credits.ts';
import { accountPaymentsQuery, creditsQuery } from '#server/payments/read/account-payments.ts';
import { allPaymentsQuery } from '#server/payments/read/all-payments.ts';
import {
  accountsQuery,
  cardholdersQuery,
  hiddenOwnersQuery,
  invoicesQuery,
  ownersQuery,
} from '#server/payments/read/payment-names.ts';
import { toSearchCondition } from '#server/payments/read/payment-search.ts';
import { encodeCursor } from '#server/platform/http/cursor.ts';
import { withoutStatementTimeout } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { withoutTriggers } from '#tests/support/fill-tables.ts';
import { createLargeDirectory, DIRECTORY_SIZE } from '#tests/support/large-directory.ts';
import { openPaymentsQuery } from './reconcile-pending.ts';

const { db, drop } = await createLargeDirectory();
afterAll(drop);

// What a large site has after years: five payments of each account, few of them open or with a refund request.
const PAYMENTS = 5 * DIRECTORY_SIZE;
await withoutStatementTimeout(db, async (db) => {
  await sql`
  insert into payments (mode, account_id, username, listing_id, plan, level, months, amount_cents, intent_id, status,
    receipt_number, created_at, paid_at, redeemed_at, card_last4, cardholder)
  select 'live', account, 'owner-' || account, 1 + i % (${DIRECTORY_SIZE}::int / 10), 'monthly', 'premium', 1, 10000, 'pi_' || i, status,
    case when status = 'paid' then i end, now() - (${PAYMENTS}::int - i) * interval '500000 minutes' / ${PAYMENTS}::int,
    case when status = 'paid' then now() end, case when status = 'paid' and i % 50 > 0 then now() end,
    case when status = 'paid' then lpad((i % 10000)::text, 4, '0') end, case when status = 'paid' then 'Holder ' || account end
  from generate_series(1, ${PAYMENTS}::int) as i
  cross join lateral (select 2 + i % ${DIRECTORY_SIZE}::int as account,
    case when i % 100 = 1 then 'open' when i % 10 = 0 then 'canceled' else 'paid' end as status) as made`.execute(db);
  await sql`
  insert into terms (payment_id, mode, listing_id, level, months, starts_at, ends_at, anchor_at, anchor_months)
  select id, mode, listing_id, 'premium', 1, paid_at, paid_at + interval '1 month', paid_at, 1 from payments
  where redeemed_at is not null`.execute(db);
  await sql`
  insert into refund_requests (payment_id, reason, status, decided_at)
  select id, 'It brought nobody', case when id % 1000 = 1 then 'open' else 'granted' end,
    case when id % 1000 = 1 then null else now() end from payments where id % 20 = 1`.execute(db);
  await sql`
  insert into refunds (payment_id, amount_cents, reason, ends_level, status, made_at)
  select id, 10000, 'Asked for', true, 'made', now() from payments where id % 20 = 1`.execute(db);
  await sql`
  insert into invoices (mode, kind, year, number, payment_id, issued_at, facts)
  select mode, 'invoice', 2026, receipt_number, id, paid_at, jsonb_build_object('buyer', jsonb_build_object('name', username, 'company', 'Company ' || id)) from payments where status = 'paid'`.execute(
    db,
  );
  await sql`
  insert into invoice_versions (invoice_id, version, facts) select id, 2, facts from invoices`.execute(db);
  await sql`
  insert into coupons (code, percent_off, plans, first_day, last_day, max_uses)
  select 'COUPON-' || i, 10, '{monthly}', now(), now(), 100 from generate_series(1, ${DIRECTORY_SIZE}::int / 10) as i`.execute(
    db,
  );
  await sql`
  insert into coupon_uses (payment_id, coupon_id, mode, account_id, released_at)
  select id, 1 + id % (${DIRECTORY_SIZE}::int / 10), mode, account_id, case when status = 'canceled' then now() end from payments
  where id % 3 = 0 on conflict do nothing`.execute(db);
  await sql`
  insert into gift_credits (payment_id, reason) select id, 'The outage' from payments where id % 50 = 0`.execute(db);
  await sql`
  vacuum analyze payments, terms, refund_requests, refunds, listings, invoices, invoice_versions, coupons, coupon_uses, gift_credits`.execute(
    db,
  );
});

const page = { limit: 20 };
const next = { limit: 20, cursor: encodeCursor({ id: PAYMENTS / 2 }) };

/** What a plan reads payments with, and whether it reads any table whole; and the plan, to show. */
async function explainQuery(query: CompiledQuery) {
  const plan = await explain(db, query);
  return {
    payments: /Index Scan (?:Backward )?using (\w+) on payments/.exec(plan.join())?.[1],
    whole: plan.filter((line) => /Seq Scan/.test(line)),
    isSorted: /^ *-> +(Incremental )?Sort/.test(plan[1] ?? ''),
    plan: plan.join('\n'),
  };
}

describe('A list of payments scans an index and stops', () => {
  it.each([
    ['one’s own', accountPaymentsQuery('live', 77, page), 'payments_account_id_id_idx'],
    ['one’s own, the next page', accountPaymentsQuery('live', 77, next), 'payments_account_id_id_idx'],
    ['one’s credits', creditsQuery('live', 77), 'payments_credit'],
    ['the administrator’s', allPaymentsQuery('live', page), 'payments_pkey'],
    ['the administrator’s, the next page', allPaymentsQuery('live', next), 'payments_pkey'],
    ['those of a status', allPaymentsQuery('live', { ...page, status: 'refused' }), 'payments_status'],
    ['those of a status, the next page', allPaymentsQuery('live', { ...next, status: 'open' }), 'payments_status'],
  ])('%s', async (_what, query, index) => {
    const { plan, ...found } = await explainQuery(query.compile(db));
    expect(found, plan).toEqual({ payments: index, whole: [], isSorted: false });
  });

  it('payments with a refund request are found by their requests', async () => {
    const { plan, whole } = await explainQuery(
      allPaymentsQuery('live', { ...page, refundRequested: true }).compile(db),
    );
    expect(plan).toContain('refund_requests_open');
    expect(whole, plan).toEqual([]);
  });
});

describe('A search of payments scans indexes and reads no table whole', () => {
  it.each([
    ['a receipt', 'SL-000123', /payments_mode_receipt_number/],
    ['an invoice', 'INV-2026-000123', /invoices_mode_kind_year_number/],
    ['a card', '*4242', /payments_card_last4/],
    ['an amount', '$49.99', /payments_amount/],
    ['digits that may be several', '4242', /payments_card_last4/],
    ['a day', '2026-11-24', /payments_created_at/],
  ])('%s', async (_what, text, index) => {
    const found = await toSearchCondition(db, 'live', text);
    const { plan, whole } = await explainQuery(allPaymentsQuery('live', { ...page, found }).compile(db));
    expect(plan).toMatch(index);
    expect(whole, plan).toEqual([]);
  });

  it('a name', async () => {
    const { username } = await db
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', 77)
      .executeTakeFirstOrThrow();
    const found = await toSearchCondition(db, 'live', username);
    const { plan, whole } = await explainQuery(allPaymentsQuery('live', { ...page, found }).compile(db));
    expect(plan).toContain('payments_account_id');
    expect(whole, plan).toEqual([]);
  });

  it.each([
    ['an account', accountsQuery, ['accounts_username_part', 'accounts_business_name_part', 'accounts_email_part']],
    ['a listing', ownersQuery, ['listing_search']],
    ['a listing that nobody sees, of which there are few', hiddenOwnersQuery, ['listings_not_public']],
    ['the card', cardholdersQuery, ['payments_cardholder_part']],
    ['the invoice', invoicesQuery, ['invoices_names_part', 'invoice_versions_names_part']],
  ])('the name of %s', async (_what, toQuery, indexes) => {
    const { plan, whole } = await explainQuery(toQuery('golden hour plumbing').compile(db));
    for (const index of indexes) expect(plan).toContain(index);
    expect(whole, plan).toEqual([]);
  });

  it('the name of a listing that nobody sees, of which there are many', async () => {
    const trx = await db.startTransaction().execute();
    try {
      await withoutTriggers(trx, ['listings'], () =>
        sql`update listings set owner_id = (select min(id) from accounts), status = 'paused' where id % 3 > 0`.execute(
          trx,
        ),
      );
      await sql`analyze listings`.execute(trx);
      const plan = (await explain(trx, hiddenOwnersQuery('golden hour plumbing').compile(trx))).join('\n');
      expect(plan).toContain('Bitmap Index Scan on listings_not_public_name_part');
    } finally {
      await trx.rollback().execute();
    }
  });

  it('of some days', async () => {
    const { plan, whole } = await explainQuery(
      allPaymentsQuery('live', { ...page, from: '2026-11-01', to: '2026-11-02' }).compile(db),
    );
    expect(plan).toContain('payments_created_at');
    expect(whole, plan).toEqual([]);
  });
});

it('The reconciliation finds open payments by their index', async () => {
  const { plan, whole } = await explainQuery(openPaymentsQuery('live').compile(db));
  expect(plan).toContain('payments_open');
  expect(whole, plan).toEqual([]);
});

describe('A list of the staff stops after a page', () => {
  it.each([
    ['coupons, with an index of the uses of each', couponsQuery('live', sql`true`, next), 'coupon_uses_once'],
    ['gift credits', giftCreditsQuery('live', next), 'gift_credits_pkey'],
  ])('of %s', async (_what, query, index) => {
    const { plan, whole } = await explainQuery(query.compile(db));
    expect(plan).toContain(index);
    expect(whole, plan).toEqual([]);
  });
});
