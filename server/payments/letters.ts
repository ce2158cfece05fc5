import { dollars } from '#contract/plans.ts';
import type { LetterSite } from '../accounts/letters.ts';
import type { Letter } from '../mail/mail.ts';

/** What a receipt says. */
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

const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });

/** After a payment. */
export function receiptLetter({ name, origin, supportEmail }: LetterSite, to: string, receipt: Receipt): Letter {
  const bought = receipt.listingId
    ? `Your listing is live until ${day.format(receipt.paidUntil as Date)}: ${origin}/ads/${receipt.listingId}`
    : `No listing was waiting for it. It is kept as a credit for your next premium listing: ${origin}/post-ad?plan=premium`;
  return {
    to,
    subject: `Receipt ${receipt.number} from ${name}`,
    text: `Hello,

thank you. We have received your payment.

Receipt  ${receipt.number}
Date     ${day.format(receipt.paidAt)}
Plan     ${receipt.plan}
Amount   ${dollars(receipt.amountCents)}${receipt.cardLast4 ? `\nCard     ending in ${receipt.cardLast4}` : ''}

${bought}

The receipt to print: ${origin}/account/payments/${receipt.id}
You can ask for your money back there within 7 days. Nothing renews by itself.

Questions? Write to ${supportEmail}.

${name}`,
  };
}

/** What letters about a refund say of its payment. */
export interface RefundedPayment {
  id: number;
  /** 'SL-000123'; null for one that was refused. */
  receipt: string | null;
  plan: string;
}

const what = ({ receipt, plan }: RefundedPayment) => (receipt ? `${plan} (receipt ${receipt})` : plan);

/** When money was given back. */
export const refundedLetter = (
  { name, origin, supportEmail }: LetterSite,
  to: string,
  { payment, amountCents, endsLevel }: { payment: RefundedPayment; amountCents: number; endsLevel: boolean },
): Letter => ({
  to,
  subject: `Your refund from ${name}`,
  text: `Hello,

we have given ${dollars(amountCents)} back to the card that you paid ${what(payment)} with. Banks show it within 5 to 10 days.
${endsLevel && payment.receipt ? '\nWhat it bought has ended. A listing goes on as a free one, and you can renew it as often as you like.\n' : ''}
The payment: ${origin}/account/payments/${payment.id}

Questions? Write to ${supportEmail}.

${name}`,
});

/** When money that was asked back is not given back. */
export const declinedLetter = (
  { name, origin, supportEmail }: LetterSite,
  to: string,
  { payment, answer }: { payment: RefundedPayment; answer: string },
): Letter => ({
  to,
  subject: `Your request for a refund at ${name}`,
  text: `Hello,

you asked for the money back for ${what(payment)}. We do not give it back. The reason:

${answer}

What you paid for goes on: ${origin}/account/payments/${payment.id}
If you think that we are wrong, write to ${supportEmail}.

${name}`,
});

/** To the administrator, when somebody asks for money back. */
export const refundAskedLetter = (
  { name, origin, supportEmail }: LetterSite,
  { payment, username, reason }: { payment: RefundedPayment; username: string; reason: string },
): Letter => ({
  to: supportEmail,
  subject: `A refund is asked for: payment ${payment.id} at ${name}`,
  text: `${username} asks for the money back for ${what(payment)}. The reason:

${reason}

We promise an answer within 10 business days: ${origin}/admin

${name}`,
});

/** To the administrator, when the provider could not give money back. */
export const refundFailedLetter = (
  { name, origin, supportEmail }: LetterSite,
  { payment, username }: { payment: RefundedPayment; username: string },
): Letter => ({
  to: supportEmail,
  subject: `A refund failed: payment ${payment.id} at ${name}`,
  text: `The card service could not give ${username} the money back for ${what(payment)}. It is still here.

Try it again, or give it back in another way: ${origin}/admin

${name}`,
});
