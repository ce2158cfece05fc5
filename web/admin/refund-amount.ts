import { formatDollarsAndCents } from '#contract/plans.ts';

/** An amount of dollars as it is typed ('40', '$40.5', '1,250.00'), in cents; null when it is none. */
export function parseCents(typed: string): number | null {
  const [, whole, hundredths = ''] = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{0,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return null;
  return Number(whole.replaceAll(',', '')) * 100 + Number(hundredths.padEnd(2, '0'));
}

/** What is wrong with an amount that is to be given back, of which so much is left; null when nothing is. */
export function validateRefundAmount(typed: string, remainingCents: number): string | null {
  const cents = parseCents(typed);
  if (cents === null) return 'Enter an amount in dollars, such as 40 or 40.50';
  if (cents === 0) return 'Enter more than nothing';
  if (cents > remainingCents) return `At most ${formatDollarsAndCents(remainingCents)} is left of this payment`;
  return null;
}
