import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/**
 * The foot of a list that is read page by page: which rows these are, of how many, and the ways to the others. Without
 * `onNext` these are the last rows, without `onPrevious` the first.
 */
export function Pagination({
  itemsLabel,
  first,
  count,
  total,
  onPrevious,
  onNext,
}: {
  /** What the rows are, in the plural: 'users'. */
  itemsLabel: string;
  /** The number of the first row shown, from 1. */
  first: number;
  /** How many rows are shown. */
  count: number;
  total: number | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}) {
  const rows = count === 1 ? number.format(first) : `${number.format(first)}–${number.format(first + count - 1)}`;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-muted text-sm tabular-nums">
        {total === undefined ? `Showing ${rows}` : `Showing ${rows} of ${number.format(total)}`}
      </p>
      {(onPrevious || onNext) && (
        <nav aria-label={`Pages of ${itemsLabel}`} className="flex gap-3">
          <Button variant="secondary" size="sm" disabled={!onPrevious} onClick={onPrevious}>
            <Icon name="arrow-left" />
            Previous
          </Button>
          <Button variant="secondary" size="sm" disabled={!onNext} onClick={onNext}>
            Next
            <Icon name="arrow-right" />
          </Button>
        </nav>
      )}
    </div>
  );
}

const number = new Intl.NumberFormat('en-US');
