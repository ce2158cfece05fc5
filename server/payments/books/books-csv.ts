import type { BalanceMovement, PaymentMode } from '../../stripe/payment-provider.ts';

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
];

/** The categories of Stripe's reports that move money between the balance and the bank account. */
const PAYOUT_KINDS = ['payout', 'payout_reversal'];

/**
 * A line for each movement, then a block of sums: of each kind, of all but payouts, and of all (RFC 4180). Only numbers are not
 * quoted, so that a negative amount is a number and no text is a formula.
 * @param books.receipts the number of the receipt by the id of a charge, refund or dispute
 */
export function toBooksCsv(
  movements: BalanceMovement[],
  { month, mode, receipts }: { month: string; mode: PaymentMode; receipts: Map<string, string> },
): string {
  const lines = movements.map((movement) => [
    toText(localTimeFormat.format(movement.createdAt)),
    toText(movement.kind),
    ...toAmounts(movement),
    toText(movement.availableAt.toISOString().slice(0, 10)),
    toText(movement.id),
    toText(movement.sourceId ?? ''),
    toText(receipts.get(movement.sourceId ?? '') ?? ''),
    toText(movement.description),
  ]);
  const sums = [...Map.groupBy(movements, ({ kind }) => kind)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, ofKind]) => toSum(kind, ofKind));
  const activity = movements.filter(({ kind }) => !PAYOUT_KINDS.includes(kind));
  return [
    COLUMNS.map(toText),
    ...lines,
    [],
    [`Sums of ${month} (${mode} payments)`, ...COLUMNS.slice(1, 5), 'Movements'].map(toText),
    ...sums,
    toSum('All except payouts', activity),
    toSum('All', movements),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

type Amounts = Pick<BalanceMovement, 'amountCents' | 'feeCents' | 'netCents'>;

function toSum(label: string, movements: BalanceMovement[]): string[] {
  const add = (name: keyof Amounts) => movements.reduce((sum, movement) => sum + movement[name], 0);
  const sum = { amountCents: add('amountCents'), feeCents: add('feeCents'), netCents: add('netCents') };
  return [toText(''), toText(label), ...toAmounts(sum), String(movements.length)];
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
