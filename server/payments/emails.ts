import { formatDollars } from '#contract/plans.ts';
import type { SiteInfo } from '../accounts/emails.ts';
import type { Email } from '../mail/mailer.ts';

/** The content of a receipt. */
export interface Receipt {
  id: number;
  number: string;
  plan: string;
  amountCents: number;
  paidAt: Date;
  cardLast4: string | null;
  /** Null for a credit. */
  listingId: number | null;
  paidUntil: Date | null;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });

/** To the owner: the receipt of a payment. */
export function receiptEmail({ name, origin, supportEmail }: SiteInfo, to: string, receipt: Receipt): Email {
  const bought = receipt.listingId
    ? `Your listing is live until ${dayFormat.format(receipt.paidUntil as Date)}: ${origin}/ads/${receipt.listingId}`
    : `No listing was waiting for it. It is kept as a credit for your next premium listing: ${origin}/post-ad?plan=premium`;
  return {
    to,
    subject: `Receipt ${receipt.number} from ${name}`,
    text: `Hello,

thank you. We have received your payment.

Receipt  ${receipt.number}
Date     ${dayFormat.format(receipt.paidAt)}
Plan     ${receipt.plan}
Amount   ${formatDollars(receipt.amountCents)}${receipt.cardLast4 ? `\nCard     ending in ${receipt.cardLast4}` : ''}

${bought}

The receipt to print: ${origin}/account/payments/${receipt.id}
You can ask for your money back there within 7 days. Nothing renews by itself.

Questions? Write to ${supportEmail}.

${name}`,
  };
}

/** The payment in emails about its refund. */
export interface RefundedPayment {
  id: number;
  /** 'SL-000123'; null for a refused payment. */
  receipt: string | null;
  plan: string;
}

const describePayment = ({ receipt, plan }: RefundedPayment) => (receipt ? `${plan} (receipt ${receipt})` : plan);

/** To the owner: a refund was made. */
export const refundedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { payment, amountCents, endsLevel }: { payment: RefundedPayment; amountCents: number; endsLevel: boolean },
): Email => ({
  to,
  subject: `Your refund from ${name}`,
  text: `Hello,

we have given ${formatDollars(amountCents)} back to the card that you paid ${describePayment(payment)} with. Banks show it within 5 to 10 days.
${endsLevel && payment.receipt ? '\nWhat it bought has ended. A listing goes on as a free one, and you can renew it as often as you like.\n' : ''}
The payment: ${origin}/account/payments/${payment.id}

Questions? Write to ${supportEmail}.

${name}`,
});

/** To the owner: a refund request was declined. */
export const refundDeclinedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  to: string,
  { payment, answer }: { payment: RefundedPayment; answer: string },
): Email => ({
  to,
  subject: `Your request for a refund at ${name}`,
  text: `Hello,

you asked for the money back for ${describePayment(payment)}. We do not give it back. The reason:

${answer}

What you paid for goes on: ${origin}/account/payments/${payment.id}
If you think that we are wrong, write to ${supportEmail}.

${name}`,
});

/** To the administrator: an owner requested a refund. */
export const refundRequestedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  { payment, username, reason }: { payment: RefundedPayment; username: string; reason: string },
): Email => ({
  to: supportEmail,
  subject: `A refund is asked for: payment ${payment.id} at ${name}`,
  text: `${username} asks for the money back for ${describePayment(payment)}. The reason:

${reason}

We promise an answer within 10 business days: ${origin}/admin

${name}`,
});

/** To the administrator: the provider could not make a refund. */
export const refundFailedEmail = (
  { name, origin, supportEmail }: SiteInfo,
  { payment, username }: { payment: RefundedPayment; username: string },
): Email => ({
  to: supportEmail,
  subject: `A refund failed: payment ${payment.id} at ${name}`,
  text: `The card service could not give ${username} the money back for ${describePayment(payment)}. It is still here.

Try it again, or give it back in another way: ${origin}/admin

${name}`,
});
