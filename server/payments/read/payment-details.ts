import { type RawBuilder, sql } from 'kysely';
import type { Payment } from '#contract/payments.ts';
import type { DocumentNumber } from '#server/payments/invoices/numbers.ts';
import { monthCentsOfPayment } from '#server/payments/plans/offers.ts';
import { paidTimeWithout } from '#server/payments/terms.ts';
import { waitsWithListing } from '#server/payments/waiting-payments.ts';
import { idPosition, parseCursor } from '#server/platform/http/cursor.ts';
import type { PaymentMode } from '#server/platform/stripe/payment-provider.ts';

/** Days after paying within which an owner can request a refund (docs/product.md, Payments). */
export const REFUND_DAYS = 7;

/** A timestamp in the format of JavaScript's `toISOString`. */
export const toIsoString = (moment: RawBuilder<unknown>) =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A payment with what belongs to it. */
export interface PaymentDetailsRow {
  id: number;
  account_id: number | null;
  username: string;
  plan: Payment['plan'];
  level: Payment['level'];
  months: number;
  amount_cents: number;
  discount_cents: number;
  month_cents: number | null;
  coupon_code: string | null;
  tax_cents: number;
  tax_name: string | null;
  tax_rate: number | null;
  status: Payment['status'];
  refusal: string | null;
  intent_id: string | null;
  card_brand: string | null;
  card_last4: string | null;
  cardholder: string | null;
  receipt_number: number | null;
  created_at: Date;
  paid_at: Date | null;
  /** Whether a refund can still be requested, by the time alone. */
  is_recent: boolean | null;
  redeemed_at: Date | null;
  returned_at: Date | null;
  disputed_at: Date | null;
  is_gift: boolean;
  /** Whether it waits with its listing for approval. */
  is_waiting: boolean;
  invoice: DocumentNumber | null;
  /** How often the invoice was reissued. */
  reissues: number;
  listing: { id: number; title: string } | null;
  term: { startsAt: string; endsAt: string; endedAt: string | null } | null;
  parts: Payment['parts'];
  paid_time_without: Payment['paidTimeWithout'];
  refunds: { amountCents: number; at: string; reason: string; creditNote: DocumentNumber | null }[];
  chargebacks: { amountCents: number; at: string; creditNote: DocumentNumber }[];
  request: Payment['refundRequest'];
  renewal: Payment['renewal'];
  is_renewal: boolean;
}

/** The parts of the payment `p`. */
const PARTS = sql`(
  select coalesce(json_agg(json_build_object('id', part.id, 'listing', part.listing, 'amountCents', part.amount_cents, 'term', part.term,
    'isCredit', part.redeemed_at is null and part.returned_at is null and part.status = 'paid' and part.disputed_at is null
      and not ${waitsWithListing('part')},
    'isReturned', part.returned_at is not null) order by part.id), '[]')
  from (
    select part.*, (select json_build_object('id', l.id, 'title', l.title) from listings l where l.id = part.listing_id) as listing,
      (select json_build_object('startsAt', ${toIsoString(sql`t.starts_at`)}, 'endsAt', ${toIsoString(sql`t.ends_at`)},
        'endedAt', ${toIsoString(sql`t.ended_at`)}) from terms t where t.payment_id = part.id) as term
    from payments part where part.part_of = p.id and p.quantity > 1) as part)`;

/** Payments of a mode with all public columns, the newest first: one page plus one row. */
export const selectPaymentDetails = (
  mode: PaymentMode,
  where: RawBuilder<unknown>,
  { limit, cursor }: { limit: number; cursor?: string } = { limit: 1 },
) =>
  sql<PaymentDetailsRow>`
    select p.id, p.account_id, p.username, p.plan, p.level, p.months, p.amount_cents, p.discount_cents, p.tax_cents, p.tax_name,
      p.tax_rate, (select c.code from coupon_uses u join coupons c on c.id = u.coupon_id where u.payment_id = p.id) as coupon_code,
      ${monthCentsOfPayment} as month_cents, p.status, p.refusal, p.intent_id,
      p.card_brand, p.card_last4, p.cardholder, p.receipt_number, p.created_at, p.paid_at,
      p.paid_at > now() - make_interval(days => ${sql.lit(REFUND_DAYS)}) as is_recent, p.redeemed_at, p.returned_at, p.disputed_at,
      p.is_gift,
      p.redeemed_at is null and ${waitsWithListing('p')} as is_waiting,
      (select ${toDocumentNumber} from invoices i where i.payment_id = p.id and i.kind = 'invoice') as invoice,
      (select count(*)::int from invoices i join invoice_versions v on v.invoice_id = i.id
        where i.payment_id = p.id) as reissues,
      (select json_build_object('id', l.id, 'title', l.title) from listings l where l.id = p.listing_id) as listing,
      (select json_build_object('startsAt', ${toIsoString(sql`t.starts_at`)}, 'endsAt', ${toIsoString(sql`t.ends_at`)},
        'endedAt', ${toIsoString(sql`t.ended_at`)}) from terms t where t.payment_id = p.id) as term,
      ${PARTS} as parts,
      ${paidTimeWithout(toIsoString)} as paid_time_without,
      (select coalesce(json_agg(json_build_object('amountCents', r.amount_cents, 'at', ${toIsoString(sql`r.made_at`)},
        'reason', r.reason, 'creditNote', (select ${toDocumentNumber} from invoices i where i.refund_id = r.id))
        order by r.id), '[]') from refunds r where r.payment_id = p.id and r.status = 'made') as refunds,
      (select coalesce(json_agg(json_build_object('amountCents', (i.facts ->> 'amountCents')::int, 'at', i.facts ->> 'refundedAt',
        'creditNote', ${toDocumentNumber}) order by i.id), '[]') from invoices i
        where i.payment_id = p.id and i.dispute_id is not null) as chargebacks,
      (select json_build_object('status', q.status, 'reason', q.reason, 'answer', q.answer,
        'decidedAt', q.decided_at, 'partIds', q.part_ids) from refund_requests q
        where q.payment_id = p.id order by q.id desc limit 1) as request,
      (select json_build_object('amountCents', c.amount_cents, 'agreedAt', ${toIsoString(sql`c.agreed_at`)},
          'endedAt', ${toIsoString(sql`r.ended_at`)})
        from auto_renewal_consents c left join auto_renewals r on r.payment_id = c.payment_id where c.payment_id = p.id) as renewal,
      coalesce((select true from auto_renewal_charges c where c.payment_id = p.id), false) as is_renewal
    from payments p
    where p.mode = ${mode} and ${where} ${cursor === undefined ? sql`` : sql`and p.id < ${parseCursor(cursor, idPosition).id}`}
    order by p.id desc limit ${limit + 1}`;

const toDocumentNumber = sql`json_build_object('kind', i.kind, 'year', i.year, 'number', i.number)`;
