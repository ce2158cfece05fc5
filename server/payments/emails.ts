import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { formatDollars, formatDollarsAndCents, THEN_FREE } from '#contract/plans.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';
import { quoteLine, quoteLines } from '../mail/quote.ts';

const MAX_REASON_LENGTH = 1000;

/** The content of a receipt. */
export interface Receipt {
  id: number;
  number: string;
  plan: string;
  /** What was paid: the price without the discount, with the tax. */
  amountCents: number;
  discount: { code: string; cents: number } | null;
  tax: { name: string; cents: number } | null;
  paidAt: Date;
  cardLast4: string | null;
  /** Whether the listing waits for approval. */
  isWaiting: boolean;
  /** Null for a credit, and while it waits. */
  listing: { id: number; level: string; paidUntil: Date; expiresAt: Date | null } | null;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });

/** To the owner: the receipt of a payment. */
export function receiptEmail({ name, origin, supportEmail }: SiteInfo, to: string, receipt: Receipt): Email {
  const { listing } = receipt;
  const bought = listing
    ? `Your listing is ${listing.level} until ${dayFormat.format(listing.paidUntil)}${listing.expiresAt ? `, ${THEN_FREE}` : ''}: ${origin}/ads/${listing.id}`
    : receipt.isWaiting
      ? `${WAITING_MESSAGE} Your paid time starts then: ${origin}/account`
      : `We saved it as a credit for your next premium listing: ${origin}/post-ad?plan=premium`;
  return {
    to,
    purpose: 'payment',
    subject: `Receipt ${receipt.number} from ${name}`,
    text: `Hello,

Thank you. We received your payment.

Receipt  ${receipt.number}
Date     ${dayFormat.format(receipt.paidAt)}
Plan     ${receipt.plan}${describeBreakdown(receipt)}
Amount   ${formatDollars(receipt.amountCents)}${receipt.cardLast4 ? `\nCard     ending in ${receipt.cardLast4}` : ''}

${bought}

Your receipt and your invoice (PDF): ${origin}/account/payments/${receipt.id}
You can request a refund there within 7 days. Nothing renews automatically.

Questions? Contact ${supportEmail}.

${name}`,
  };
}

/** The lines above the amount, where it is not the price. */
function describeBreakdown({ amountCents, discount, tax }: Receipt): string {
  if (!discount && !tax) return '';
  const priceCents = amountCents + (discount?.cents ?? 0) - (tax?.cents ?? 0);
  return [
    `\nPrice    ${formatDollarsAndCents(priceCents)}`,
    discount && `\nCoupon   −${formatDollarsAndCents(discount.cents)} (${discount.code})`,
    tax && `\nTax      ${formatDollarsAndCents(tax.cents)} (${tax.name})`,
  ]
    .filter(Boolean)
    .join('');
}

/** The payment in emails about its refund. */
export interface RefundedPayment {
  id: number;
  /** 'SL-000123'; null for a refused payment. */
  receipt: string | null;
  plan: string;
}

/** The account that paid. */
export interface PaymentOwner {
  /** Null if the account is deleted. */
  id: number | null;
  username: string;
  /** Whether its email is confirmed: only then an email shows what it typed. */
  isConfirmed: boolean;
}

const describeOwner = ({ id, username, isConfirmed }: PaymentOwner) =>
  isConfirmed ? quoteLine(username) : id === null ? 'the owner of a deleted account' : `account ${id}`;

const describePayment = ({ receipt, plan }: RefundedPayment) => (receipt ? `${plan} (receipt ${receipt})` : plan);

/** To the owner: a refund was made. */
export const refundedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { payment, amountCents, endsLevel }: { payment: RefundedPayment; amountCents: number; endsLevel: boolean },
): Email => ({
  to,
  purpose: 'payment',
  subject: `Your refund from ${name}`,
  text: `Hello,

We refunded ${formatDollars(amountCents)} for ${describePayment(payment)} to the card you paid with. It should appear within 5 to 10 days.
${endsLevel && payment.receipt ? '\nYour paid plan has ended. If you have a listing, it continues as a free one, and you can renew it as often as you like.\n' : ''}
View the payment: ${origin}/account/payments/${payment.id}

Questions? Contact ${supportEmail}.

${name}`,
});

/** To the owner: a refund request was declined. */
export const refundDeclinedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { payment, answer }: { payment: RefundedPayment; answer: string },
): Email => ({
  to,
  purpose: 'payment',
  subject: `Your refund request on ${name}`,
  text: `Hello,

We declined your refund request for ${describePayment(payment)}. The reason:

${answer}

Your plan continues as before: ${origin}/account/payments/${payment.id}
If you think we made a mistake, contact ${supportEmail}.

${name}`,
});

/** To the administrator: an owner requested a refund. */
export const refundRequestedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  { payment, owner, reason }: { payment: RefundedPayment; owner: PaymentOwner; reason: string },
): Email => ({
  to: supportEmail,
  purpose: 'payment',
  subject: `Refund requested: payment ${payment.id} on ${name}`,
  text: `Refund requested by ${describeOwner(owner)} for ${describePayment(payment)}.

${owner.isConfirmed ? `The reason:\n\n${quoteLines(reason, MAX_REASON_LENGTH)}` : 'The account’s email isn’t confirmed, so the reason is only shown on the page.'}

We promise a reply within 10 business days: ${origin}/admin

${name}`,
});

/** To the administrator: the provider could not make a refund. */
export const refundFailedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  { payment, owner }: { payment: RefundedPayment; owner: PaymentOwner },
): Email => ({
  to: supportEmail,
  purpose: 'payment',
  subject: `Refund failed: payment ${payment.id} on ${name}`,
  text: `The card service couldn’t refund ${describePayment(payment)} to ${describeOwner(owner)}. We still have the money.

Try again, or refund it another way: ${origin}/admin

${name}`,
});
