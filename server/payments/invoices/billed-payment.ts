import { sql, type Transaction } from 'kysely';
import { toLanguage } from '#contract/i18n/languages.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { monthCentsOfPayment } from '#server/payments/plans/offers.ts';
import { toIsoString } from '#server/payments/read/payment-details.ts';
import { toPercent } from '#server/payments/taxes/tax.ts';
import type { DB, Invoices } from '#server/platform/db/schema.ts';
import type { InvoiceFacts } from './facts.ts';

/** What invoices read besides the database: who sells. */
export type InvoiceDeps = Pick<PaymentDeps, 'site'>;

/** A paid payment with what its invoice and credit notes say. */
export interface BilledPayment {
  id: number;
  mode: Invoices['mode'];
  plan: InvoiceFacts['plan'];
  months: number;
  amount_cents: number;
  discount_cents: number;
  /** The price of a single month when it was begun. */
  month_cents: number | null;
  code: string | null;
  tax_cents: number;
  tax_name: string | null;
  tax_rate: number | null;
  card_brand: string | null;
  card_last4: string | null;
  paid_at: Date;
  receipt_number: number;
  starts_at: Date | null;
  ends_at: Date | null;
  listing: string | null;
  quantity: number;
  renews: boolean;
  /** The listings of a payment for several. */
  parts: { id: number; title: string | null; startsAt: string | null; endsAt: string | null }[];
  username: string;
  language: string;
  business_name: string | null;
  company_name: string | null;
  address: string | null;
  tax_id: string | null;
}

/** A payment with money that was accepted, and whom it is invoiced to. */
export async function findBilledPayment(trx: Transaction<DB>, id: number): Promise<BilledPayment | undefined> {
  const { rows } = await sql<BilledPayment>`
    select p.id, p.mode, p.plan, p.months, p.amount_cents, p.discount_cents, c.code, p.tax_cents, p.tax_name, p.tax_rate,
      p.card_brand, p.card_last4, p.paid_at, p.receipt_number, t.starts_at, t.ends_at, l.title as listing, p.username,
      p.quantity, exists (select from auto_renewals r where r.ended_at is null and r.listing_id = p.listing_id and r.mode = p.mode) as renews,
      (select coalesce(json_agg(json_build_object('id', part.id, 'title', pl.title, 'startsAt', ${toIsoString(sql`pt.starts_at`)},
          'endsAt', ${toIsoString(sql`pt.ends_at`)}) order by part.id), '[]')
        from payments part left join listings pl on pl.id = part.listing_id left join terms pt on pt.payment_id = part.id
        where part.part_of = p.id) as parts,
      p.language, a.business_name, b.company_name, b.address, b.tax_id, ${monthCentsOfPayment} as month_cents
    from payments p
    left join coupon_uses u on u.payment_id = p.id
    left join coupons c on c.id = u.coupon_id
    left join terms t on t.payment_id = p.id
    left join listings l on l.id = p.listing_id
    left join accounts a on a.id = p.account_id
    left join billing_details b on b.account_id = p.account_id
    where p.id = ${id} and p.status = 'paid' and not p.is_gift and p.part_of is null`.execute(trx);
  return rows[0];
}

/** Addresses are printed on a page of one sheet. */
const MAX_ADDRESS_LINES = 8;

/**
 * What an invoice and a credit note have in common.
 * @param partIds the listings that it is about; null for all
 */
export const toDocumentFacts = ({ site }: InvoiceDeps, payment: BilledPayment, partIds: number[] | null = null) => ({
  language: toLanguage(payment.language),
  seller: {
    name: site.operator,
    site: site.name,
    address: site.postalAddress.split('\n').slice(0, MAX_ADDRESS_LINES).join('\n'),
    email: site.supportEmail,
  },
  buyer: {
    name: payment.business_name || payment.username,
    company: payment.company_name ?? '',
    address: payment.address ?? '',
    taxId: payment.tax_id ?? '',
  },
  plan: payment.plan,
  ...toListingFacts(payment, partIds),
  card: payment.card_last4 === null ? null : { brand: payment.card_brand ?? 'card', last4: payment.card_last4 },
});

function toListingFacts({ quantity, listing, parts }: BilledPayment, partIds: number[] | null) {
  if (quantity === 1) return { quantity, listing };
  const chosen = parts.filter(({ id }) => partIds?.includes(id) ?? true);
  return {
    quantity: chosen.length,
    listing: chosen.map(({ title, startsAt, endsAt }) => ({
      title,
      term: startsAt && endsAt ? { startsAt, endsAt } : null,
    })),
  };
}

/** The tax in an amount; null without one. */
export const toTax = ({ tax_name, tax_rate }: BilledPayment, cents: number) =>
  tax_name === null || tax_rate === null ? null : { name: tax_name, percent: toPercent(tax_rate), cents };
