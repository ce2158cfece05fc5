import { formatDollarsAndCents, PLANS } from '#contract/plans.ts';
import type { CreditNoteFacts, InvoiceFacts } from './facts.ts';

/** What the rows of a document are headed by. */
export interface DocumentHead {
  number: string;
  issuedAt: Date;
  canceledAt: Date | null;
  /** Whether no money moved. */
  isTest: boolean;
}

/** The content of a document, in the order in which it is read. */
export interface DocumentPages {
  title: string;
  number: string;
  issuedAt: Date;
  /** A warning above everything else; empty if there is none. */
  notice: string;
  seller: string[];
  buyer: string[];
  /** Labels and values beside the title. */
  details: [label: string, value: string][];
  /** What was bought: the first line, and smaller ones below it. */
  item: string[];
  itemAmount: string;
  /** Rows between the item and the total. */
  additions: [label: string, amount: string][];
  total: [label: string, amount: string];
  notes: string[];
}

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });
const formatDay = (at: Date | string) => dayFormat.format(new Date(at));

/** An invoice as it is printed. */
export function toInvoicePages(head: DocumentHead, facts: InvoiceFacts): DocumentPages {
  const { months, term, listing, discount, tax, card } = facts;
  return {
    ...toHead('Invoice', head, facts),
    details: [
      ['Invoice number', head.number],
      ['Date', formatDay(head.issuedAt)],
      ['Receipt', facts.receipt],
    ],
    item: [
      `${PLANS[facts.plan].name}, ${months === 1 ? '1 month' : `${months} months`}`,
      listing === null ? 'For your next listing' : `Listing: ${listing}`,
      ...(term ? [`Term: ${formatDay(term.startsAt)} to ${formatDay(term.endsAt)}`] : []),
    ],
    itemAmount: formatDollarsAndCents(facts.priceCents),
    additions: [
      ...(discount
        ? [[`Coupon ${discount.code}`, `−${formatDollarsAndCents(discount.cents)}`] as [string, string]]
        : []),
      ...(tax ? [[`${tax.name} (${tax.percent}%)`, formatDollarsAndCents(tax.cents)] as [string, string]] : []),
    ],
    total: ['Total (USD)', formatDollarsAndCents(facts.amountCents)],
    notes: [
      `Paid in full on ${formatDay(facts.paidAt)}${card ? ` with ${describeCard(card)}` : ''}.`,
      'This is a one-time payment for a fixed term. Nothing renews automatically.',
    ],
  };
}

/** A credit note as it is printed. */
export function toCreditNotePages(head: DocumentHead, facts: CreditNoteFacts): DocumentPages {
  const { listing, tax, card } = facts;
  return {
    ...toHead('Credit note', head, facts),
    details: [
      ['Credit note number', head.number],
      ['Date', formatDay(head.issuedAt)],
      ['For invoice', facts.invoice],
      ['Invoice date', formatDay(facts.invoicedAt)],
    ],
    item: [`Refund of ${PLANS[facts.plan].name}`, ...(listing === null ? [] : [`Listing: ${listing}`])],
    itemAmount: formatDollarsAndCents(facts.amountCents - (tax?.cents ?? 0)),
    additions: tax ? [[`${tax.name} (${tax.percent}%)`, formatDollarsAndCents(tax.cents)]] : [],
    total: ['Total refunded (USD)', formatDollarsAndCents(facts.amountCents)],
    notes: [`Refunded on ${formatDay(facts.refundedAt)}${card ? ` to ${describeCard(card)}` : ''}.`],
  };
}

function toHead(
  title: string,
  { number, issuedAt, canceledAt, isTest }: DocumentHead,
  facts: InvoiceFacts | CreditNoteFacts,
) {
  const { seller, buyer } = facts;
  return {
    title,
    number,
    issuedAt,
    notice: canceledAt
      ? `Canceled on ${formatDay(canceledAt)}: the refund didn’t reach the card.`
      : isTest
        ? 'Test: no card was charged.'
        : '',
    seller: [seller.name, seller.site, ...toLines(seller.address), seller.email].filter(isNew),
    buyer: buyer ? [buyer.company, buyer.name, ...toLines(buyer.address)].filter(isNew) : ['The account was deleted'],
  };
}

const toLines = (text: string) => text.split('\n').map((line) => line.trim());

/** Neither empty nor what stands above already. */
const isNew = (line: string, index: number, lines: string[]) => line !== '' && lines.indexOf(line) === index;

const BRANDS: Partial<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

const describeCard = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${BRANDS[brand] ?? 'a card'} ending in ${last4}`;
