import { toLocale } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { formatDollarsAndCents, PLANS } from '#contract/plans/plans.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { formatDay } from '#server/platform/mail/write-email.ts';
import type { CreditNoteFacts, InvoiceFacts } from './facts.ts';

/** The head of a document. */
export interface DocumentHead {
  number: string;
  issuedAt: Date;
  canceledAt: Date | null;
  /** Whether no money moved. */
  isTest: boolean;
  /** Which version of an invoice it is, if it was reissued, and when. */
  reissue?: { version: number; issuedAt: Date };
}

/** The content of a document, in the order in which it is read. */
export interface DocumentPages {
  /** The locale as a tag of BCP 47. */
  locale: string;
  /** The headings above the buyer and the columns. */
  headings: { buyer: string; item: string; amount: string };
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
  /** What is noted too where names have letters that cannot be printed. */
  incomplete: string;
}

/** The day of an ISO 8601 time: 'November 27, 2026'. */
export const formatIsoDay = (at: string) => formatDay(new Date(at));

/** An invoice as it is printed. */
export const toInvoicePages = (head: DocumentHead, facts: InvoiceFacts): DocumentPages =>
  inLanguage(facts.language, () => {
    const { months, term, listing, quantity, discount, tax, card } = facts;
    const plan = translateDefined(PLANS[facts.plan].name);
    const day = formatIsoDay(facts.paidAt);
    return {
      ...toHead(t('Invoice'), head, facts),
      details: [
        [t('Invoice number'), head.number],
        [t('Date'), formatDay(head.issuedAt)],
        [t('Receipt'), facts.receipt],
        ...(head.reissue
          ? [
              [
                t('Version'),
                t('{version}, of {day}', { version: head.reissue.version, day: formatDay(head.reissue.issuedAt) }),
              ] as [string, string],
            ]
          : []),
      ],
      item: [
        quantity === 1
          ? t('{plan}, {months, plural, one {# month} other {# months}}', { plan, months })
          : t(
              '{plan}, {months, plural, one {# month} other {# months}}, for {quantity, plural, one {# listing} other {# listings}}',
              {
                plan,
                months,
                quantity,
              },
            ),
        ...(listing === null ? (quantity === 1 ? [t('For your next listing')] : []) : toListingLines(listing)),
        ...(term
          ? [t('Term: {from} to {to}', { from: formatIsoDay(term.startsAt), to: formatIsoDay(term.endsAt) })]
          : []),
      ],
      itemAmount: formatDollarsAndCents(facts.listCents ?? facts.priceCents),
      additions: [
        ...(facts.listCents === null
          ? []
          : [
              [
                t('Discount for {months, plural, one {# month} other {# months}}', { months }),
                `−${formatDollarsAndCents(facts.listCents - facts.priceCents)}`,
              ] as [string, string],
            ]),
        ...(discount
          ? [
              [t('Coupon {code}', { code: discount.code }), `−${formatDollarsAndCents(discount.cents)}`] as [
                string,
                string,
              ],
            ]
          : []),
        ...(tax ? [[`${tax.name} (${tax.percent}%)`, formatDollarsAndCents(tax.cents)] as [string, string]] : []),
      ],
      total: [t('Total (USD)'), formatDollarsAndCents(facts.amountCents)],
      notes: [
        card
          ? t('Paid in full on {day} with {brand} ending in {last4}.', {
              day,
              brand: nameBrand(card),
              last4: card.last4,
            })
          : t('Paid in full on {day}.', { day }),
        facts.renews
          ? t('This is a payment for a fixed term. The plan renews automatically, until the buyer stops it.')
          : t('This is a one-time payment for a fixed term. Nothing renews automatically.'),
        ...(head.reissue
          ? [
              t(
                'This version replaces the earlier ones. Only the details of the buyer differ; the amounts are the same.',
              ),
            ]
          : []),
      ],
    };
  });

/** The listing of a document, or a line for each of several. */
export const toListingLines = (listing: NonNullable<InvoiceFacts['listing']>): string[] =>
  typeof listing === 'string'
    ? [t('Listing: {listing}', { listing })]
    : listing.map(({ title, term }) =>
        term
          ? t('{listing}: {from} to {to}', {
              listing: title ?? t('A deleted listing'),
              from: formatIsoDay(term.startsAt),
              to: formatIsoDay(term.endsAt),
            })
          : (title ?? t('A deleted listing')),
      );

/** What invoices and credit notes have in common. */
export function toHead(
  title: string,
  { number, issuedAt, canceledAt, isTest }: DocumentHead,
  { seller, buyer, language }: InvoiceFacts | CreditNoteFacts,
) {
  const canceled =
    canceledAt && t('Canceled on {day}: the refund didn’t reach the card.', { day: formatDay(canceledAt) });
  return {
    locale: toLocale(language),
    incomplete: t('Letters that we can’t print here are shown as boxes.'),
    headings: { buyer: t('Billed to'), item: t('Description'), amount: t('Amount') },
    title,
    number,
    issuedAt,
    notice: canceled ?? (isTest ? t('Test: no card was charged.') : ''),
    seller: [seller.name, seller.site, ...toLines(seller.address), seller.email].filter(isNew),
    buyer: buyer
      ? [
          buyer.company,
          buyer.name,
          ...toLines(buyer.address),
          buyer.taxId && t('Tax ID: {id}', { id: buyer.taxId }),
        ].filter(isNew)
      : [t('The account was deleted')],
  };
}

const toLines = (text: string) => text.split('\n').map((line) => line.trim());

/** Whether a line is neither empty nor a repetition. */
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

/** The brand of a card, as people know it. */
export const nameBrand = ({ brand }: { brand: string }) => BRANDS[brand] ?? t('a card');
