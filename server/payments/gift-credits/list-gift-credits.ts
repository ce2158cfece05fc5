import { type Kysely, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import { translateDefined } from '#contract/i18n/t.ts';
import type { GiftCredit } from '#contract/plans/gift-credits.ts';
import { type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import { waitsWithListing } from '#server/payments/waiting-payments.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';

/** The credits of a mode that the staff gave, newest first. */
export async function listGiftCredits(
  db: Kysely<DB>,
  mode: PaymentMode,
  query: ListQuery,
): Promise<{ credits: GiftCredit[]; cursor: string | null }> {
  const { rows } = await giftCreditsQuery(mode, query).execute(db);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { credits: page.map(toGiftCredit), cursor };
}

interface GiftRow {
  id: number;
  account_id: number | null;
  username: string;
  plan: PaidPlanId;
  paid_at: Date;
  state: GiftCredit['state'];
  listing: GiftCredit['listing'];
  ends_at: Date | null;
  reason: string;
  given_by: string | null;
  taken_back_at: Date | null;
  taken_back_by: string | null;
  take_back_reason: string | null;
}

/** One page of them plus one row. Exported for the test of its query plan. */
export const giftCreditsQuery = (mode: PaymentMode, { limit, cursor }: ListQuery) => sql<GiftRow>`
  select p.id, p.account_id, p.username, p.plan, p.paid_at, g.reason, giver.username as given_by, g.taken_back_at,
    taker.username as taken_back_by, g.take_back_reason,
    case when g.taken_back_at is not null then 'taken-back' when p.redeemed_at is not null then 'used'
      when ${waitsWithListing('p')} then 'waiting' else 'unused' end as state,
    (select json_build_object('id', l.id, 'title', l.title) from listings l
      where l.id = p.listing_id and p.redeemed_at is not null) as listing,
    (select coalesce(t.ended_at, t.ends_at) from terms t where t.payment_id = p.id) as ends_at
  from gift_credits g
  join payments p on p.id = g.payment_id
  left join accounts giver on giver.id = g.given_by
  left join accounts taker on taker.id = g.taken_back_by
  where p.mode = ${mode} ${cursor === undefined ? sql`` : sql`and g.payment_id < ${parseCursor(cursor, idPosition).id}`}
  order by g.payment_id desc limit ${limit + 1}`;

const toGiftCredit = (row: GiftRow): GiftCredit => ({
  id: row.id,
  account: { id: row.account_id, username: row.username },
  planName: translateDefined(PLANS[row.plan].name),
  state: row.state,
  listing: row.listing,
  endsAt: row.ends_at?.toISOString() ?? null,
  reason: translateDefined(row.reason),
  givenAt: row.paid_at.toISOString(),
  givenBy: row.given_by,
  takenBack: row.taken_back_at && {
    at: row.taken_back_at.toISOString(),
    by: row.taken_back_by,
    reason: translateDefined(row.take_back_reason ?? ''),
  },
});
