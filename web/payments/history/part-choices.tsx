import { useId } from 'react';
import type { Payment } from '#contract/payments.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { getPartTitle } from './payment-parts.tsx';

/** The listings of a payment for several that were not refunded, each with what was paid for it, to choose from. */
export function PartChoices({
  legend,
  parts,
  chosen,
  error,
  onChange,
}: {
  legend: string;
  parts: Payment['parts'];
  /** The ids of parts. */
  chosen: number[];
  error?: string;
  onChange: (chosen: number[]) => void;
}) {
  const errorId = useId();
  return (
    <fieldset className="mb-5 grid" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {parts
        .filter(({ isReturned }) => !isReturned)
        .map((part) => (
          <label key={part.id} className="flex min-h-11 items-center gap-3 py-1">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={chosen.includes(part.id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, part.id] : chosen.filter((id) => id !== part.id))
              }
            />
            <bdi className="typed min-w-0 flex-1">{getPartTitle(part)}</bdi>
            <span className="tabular-nums">{formatDollarsAndCents(part.amountCents)}</span>
          </label>
        ))}
      {error && (
        <p id={errorId} role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The ids of the parts that were not refunded. */
export const getLeftParts = ({ parts }: Pick<Payment, 'parts'>): number[] =>
  parts.flatMap(({ id, isReturned }) => (isReturned ? [] : id));
