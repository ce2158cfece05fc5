import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/**
 * The range of rows on this page, the total, and buttons to the previous and next page. Without `onPrevious` it is the first page,
 * without `onNext` the last one.
 */
export function Pagination({
  itemsLabel,
  first,
  count,
  total,
  onPrevious,
  onNext,
}: {
  /** The plural noun for the rows: 'users'. */
  itemsLabel: string;
  /** The number of the first row shown, from 1. */
  first: number;
  /** The number of rows on this page. */
  count: number;
  total: number | undefined;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}) {
  const rows = count === 1 ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(first + count - 1)}`;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p role="status" className="text-muted text-sm tabular-nums">
        {total === undefined ? t('Showing {rows}', { rows }) : t('Showing {rows} of {total, number}', { rows, total })}
      </p>
      {(onPrevious || onNext) && (
        <nav aria-label={t('Pages of {items}', { items: itemsLabel })} className="flex gap-3">
          <Button variant="secondary" size="sm" disabled={!onPrevious} onClick={onPrevious}>
            <Icon name="arrow-left" />
            {t('Previous')}
          </Button>
          <Button variant="secondary" size="sm" disabled={!onNext} onClick={onNext}>
            {t('Next')}
            <Icon name="arrow-right" />
          </Button>
        </nav>
      )}
    </div>
  );
}
