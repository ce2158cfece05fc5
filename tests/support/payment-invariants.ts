import { type Kysely, sql } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/**
 * The invariants of payments while no request is running, each as a query that returns the violations. See
 * docs/decisions/0031-settlement-from-provider-state.md.
 */
const INVARIANTS: Record<string, ReturnType<typeof sql<{ id: number }>>> = {
  'what is paid has one listing or is one credit': sql`
    select p.id from payments p left join terms t on t.payment_id = p.id
    where p.status = 'paid' and p.quantity = 1 and (p.redeemed_at is null) <> (t.id is null)`,
  'a payment for several listings has a part for each, which is what it is': sql`
    select p.id from payments p left join payments part on part.part_of = p.id where p.quantity > 1 or part.id is not null
    group by p.id having count(part.id) <> p.quantity or sum(part.amount_cents) <> p.amount_cents
      or bool_or((part.status, part.paid_at, part.disputed_at, part.account_id, part.mode)
        is distinct from (p.status, p.paid_at, p.disputed_at, p.account_id, p.mode))
      or (p.status = 'paid') <> (p.redeemed_at is not null)
      or (p.returned_at is not null) <> (count(part.id) = count(part.returned_at))`,
  'no term is without its payment': sql`
    select t.id from terms t join payments p on p.id = t.payment_id
    where p.status <> 'paid' or p.redeemed_at is null or p.listing_id <> t.listing_id`,
  'what went back buys nothing any more': sql`
    select t.id from terms t join payments p on p.id = t.payment_id
    where p.returned_at is not null and t.ended_at is null and t.ends_at > now()
      and not exists (select from refunds r where r.payment_id = coalesce(p.part_of, p.id) and r.status = 'open')`,
  'a listing has what its terms say': sql`
    select l.id from listings l
    left join lateral (select level, ends_at from terms t where t.listing_id = l.id and ended_at is null
      and t.mode = (select value #>> '{}' from settings where key = 'payment-mode')
      and ends_at > now() order by ends_at desc limit 1) last on true
    where l.level <> coalesce(last.level, 'free') or l.paid_until is distinct from last.ends_at
      or (last.ends_at is not null and l.status = 'draft')`,
  'terms follow one another without a gap': sql`
    select id from (
      select id, starts_at, lag(ends_at) over (partition by listing_id, mode order by starts_at) as before,
        count(*) over (partition by listing_id, mode, level) <> count(*) over (partition by listing_id, mode) as is_mixed
      from terms where ended_at is null and ends_at > now()) t
    where is_mixed or starts_at <> before`,
  'receipts are numbered without a gap': sql`
    select id from (select id, receipt_number, row_number() over (partition by mode order by receipt_number) as n from payments
      where receipt_number is not null) r where receipt_number <> n`,
  'the ledger has what was paid': sql`
    select p.id from payments p
    where p.status = 'paid' and p.part_of is null and p.amount_cents is distinct from
      (select coalesce(sum(amount_cents), 0) from ledger where payment_id = p.id and kind = 'charge')`,
  'a gift moved no money': sql`select payment_id as id from ledger join payments p on p.id = payment_id where p.is_gift`,
  'a coupon is used at most as often as it can be': sql`
    select c.id from coupons c join coupon_uses u on u.coupon_id = c.id and u.released_at is null
    group by c.id, u.mode having count(*) > c.max_uses`,
  'a use of a coupon is held by what is open or paid, and no other': sql`
    select p.id from payments p join coupon_uses u on u.payment_id = p.id
    where (u.released_at is null) <> (p.status in ('open', 'paid'))`,
  'the ledger has what was given back': sql`
    select p.id from payments p
    where coalesce((select -sum(amount_cents) from ledger where payment_id = p.id and kind in ('refund', 'refund-failed')), 0)
      <> coalesce((select sum(amount_cents) from refunds where payment_id = p.id and status = 'made'), 0)`,
};

/** The violated invariants, with the ids of the violating rows. */
export async function findViolatedInvariants(db: Kysely<DB>): Promise<string[]> {
  const violations: string[] = [];
  for (const [invariant, query] of Object.entries(INVARIANTS)) {
    const { rows } = await query.execute(db);
    if (rows.length > 0) violations.push(`${invariant}: ${rows.map(({ id }) => id).join(', ')}`);
  }
  return violations;
}
