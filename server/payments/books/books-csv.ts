import { translateDefined } from '#contract/i18n/t.ts';
import { type PaidPlanId, PLANS } from '#contract/plans/plans.ts';
import type { BalanceMovement, PaymentMode } from '#server/platform/stripe/payment-provider.ts';

const COLUMNS = [
  'Date (America/Los_Angeles)',
  'Kind',
  'Amount (USD)',
  'Fee (USD)',
  'Net (USD)',
  'Available on (UTC)',
  'Movement',
  'Source',
  'Receipt',
  'Description',
  'Discount (USD)',
  'Coupon',
  'Tax (USD)',
  'Account',
  'Business',
  'Listing',
  'Plan',
];

/** What the ledger knows of a charge, a refund or a dispute. */
export interface BooksEntry {
  receipt: string | null;
  coupon: string | null;
  /** What the coupon took off a charge, and the tax that is in the amount. US cents. */
  discountCents: number;
  taxCents: number;
  /** Who paid: the username, and the business name of an account that still exists. */
  username: string;
  business: string | null;
  /** For what: the title of the listing, or of each, that still exist, and the plan. */
  listing: string | null;
  plan: PaidPlanId;
}

/** The categories of Stripe's reports that move money between the balance and the bank account. */
const PAYOUT_KINDS = ['payout', 'payout_reversal'];

/**
 * A line for each movement, then a block of sums: of each kind, of all but payouts, and of all (RFC 4180). Only numbers are not
 * quoted, so that a negative amount is a number and no text is a formula.
 * @param books.entries what the ledger knows, by the id of a charge, refund or dispute
 */
export function toBooksCsv(
  movements: BalanceMovement[],
  { month, mode, entries }: { month: string; mode: PaymentMode; entries: Map<string, BooksEntry> },
): string {
  const findEntry = ({ sourceId }: BalanceMovement) => entries.get(sourceId ?? '');
  const lines = movements.map((movement) => [
    toText(localTimeFormat.format(movement.createdAt)),
    toText(movement.kind),
    ...toAmounts(movement),
    toText(movement.availableAt.toISOString().slice(0, 10)),
    toText(movement.id),
    toText(movement.sourceId ?? ''),
    toText(findEntry(movement)?.receipt ?? ''),
    toText(movement.description),
    toDecimal(findEntry(movement)?.discountCents ?? 0),
    toText(findEntry(movement)?.coupon ?? ''),
    toDecimal(findEntry(movement)?.taxCents ?? 0),
    ...toParties(findEntry(movement)).map(toText),
  ]);
  const sums = [...Map.groupBy(movements, ({ kind }) => kind)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, ofKind]) => toSum(kind, ofKind, entries));
  const activity = movements.filter(({ kind }) => !PAYOUT_KINDS.includes(kind));
  return [
    COLUMNS.map(toText),
    ...lines,
    [],
    [`Sums of ${month} (${mode} payments)`, ...COLUMNS.slice(1, 5), 'Movements', 'Discount (USD)', 'Tax (USD)'].map(
      toText,
    ),
    ...sums,
    toSum('All except payouts', activity, entries),
    toSum('All', movements, entries),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

/** Who paid, and for what; empty for movements that no payment made, such as a payout. */
const toParties = (entry: BooksEntry | undefined) =>
  entry
    ? [entry.username, entry.business ?? '', entry.listing ?? '', translateDefined(PLANS[entry.plan].name)]
    : ['', '', '', ''];

type Amounts = Pick<BalanceMovement, 'amountCents' | 'feeCents' | 'netCents'>;

function toSum(label: string, movements: BalanceMovement[], entries: Map<string, BooksEntry>): string[] {
  const add = (name: keyof Amounts) => movements.reduce((sum, movement) => sum + movement[name], 0);
  const sum = { amountCents: add('amountCents'), feeCents: add('feeCents'), netCents: add('netCents') };
  const addEntries = (name: 'discountCents' | 'taxCents') =>
    movements.reduce((total, { sourceId }) => total + (entries.get(sourceId ?? '')?.[name] ?? 0), 0);
  return [
    toText(''),
    toText(label),
    ...toAmounts(sum),
    String(movements.length),
    toDecimal(addEntries('discountCents')),
    toDecimal(addEntries('taxCents')),
  ];
}

const toAmounts = ({ amountCents, feeCents, netCents }: Amounts) => [amountCents, feeCents, netCents].map(toDecimal);

/** Cents as dollars, by their digits: '-0.05'. */
function toDecimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Quoted, with an apostrophe before text that a spreadsheet would evaluate as a formula. */
const toText = (text: string) => `"${(/^\s*[=+@\t\r\n-]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

// '2026-03-08 01:59:59': Swedish dates are those of ISO 8601.
const localTimeFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
});
