import { t } from '#contract/i18n/t.ts';
import type { Payment } from '#contract/payments.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { LongDate } from '#web/base/ui/time.tsx';

type Part = Payment['parts'][number];

/** The listings of a payment for several, with what each got. */
export function PaymentParts({ parts }: { parts: Part[] }) {
  return (
    <ul className="grid gap-2">
      {parts.map((part) => (
        <li key={part.id}>
          <bdi className="typed block font-semibold">{getPartTitle(part)}</bdi>
          <span className="block text-muted text-sm tabular-nums">{describePart(part)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The listings of a payment for several that still exist; undefined for any other payment. */
export const getPartListings = ({ parts }: Pick<Payment, 'parts'>) =>
  parts.length > 0 ? parts.flatMap(({ listing }) => listing ?? []) : undefined;

/** The title of the listing of a part. */
export const getPartTitle = ({ listing }: Part) => listing?.title ?? t('Deleted listing');

/** What an open or declined refund request is about: the listings, none for the whole payment, and how much. */
export function getRequested({ parts, amountCents, refundedCents, refundRequest }: Payment) {
  const partIds = refundRequest?.partIds ?? null;
  const requested = parts.filter(({ id }) => partIds?.includes(id));
  return {
    requested,
    cents: partIds === null ? amountCents - refundedCents : requested.reduce((sum, part) => sum + part.amountCents, 0),
  };
}

/** The listings that a refund request is about. */
export const RequestedParts = ({ requested }: { requested: Part[] }) =>
  requested.length > 0 && (
    <ul className="list-disc ps-5">
      {requested.map((part) => (
        <li key={part.id}>
          <bdi className="typed">{getPartTitle(part)}</bdi>
        </li>
      ))}
    </ul>
  );

function describePart({ term, isCredit, isReturned }: Part) {
  if (term) {
    const start = <LongDate at={term.startsAt} />;
    return term.endedAt
      ? rich('{start} to {end}, ended early', { start, end: <LongDate at={term.endedAt} /> })
      : rich('{start} to {end}', { start, end: <LongDate at={term.endsAt} /> });
  }
  if (isReturned) return t('Refunded');
  return isCredit ? t('It can’t be paid for, so its part is a credit.') : t('Starts when your listing is approved.');
}
