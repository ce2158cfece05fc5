import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { toPlainText } from '#contract/values/plain-text.ts';

/** Parses an amount in dollars ('40', '$40.5', '1,250.00') to cents; null when it is malformed. */
export function parseCents(typed: string): number | null {
  const [, whole, hundredths = ''] = /^\$?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{0,2}))?$/.exec(toPlainText(typed)) ?? [];
  if (whole === undefined) return null;
  return Number(whole.replaceAll(',', '')) * 100 + Number(hundredths.padEnd(2, '0'));
}

/** The error message for the amount of a refund, of which at most `remainingCents` is possible; null when it is valid. */
export function validateRefundAmount(typed: string, remainingCents: number): string | null {
  const cents = parseCents(typed);
  if (cents === null) return t('Enter an amount in dollars, such as 40 or 40.50');
  if (cents === 0) return t('Enter an amount above zero');
  if (cents > remainingCents)
    return t('Enter {amount} or less, the amount left on this payment', {
      amount: formatDollarsAndCents(remainingCents),
    });
  return null;
}
