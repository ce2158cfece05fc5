import { dollars } from '#contract/payments.ts';
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
