import { t } from '#contract/i18n/t.ts';
import { DateTime } from '#web/base/ui/time.tsx';

/** A date and time in Los Angeles, 'Nov 20, 2025, 3:05 PM', or a dash for null. */
export function OptionalDateTime({ at }: { at: string | null }) {
  if (!at) return <EmptyCell />;
  return (
    // In a table no narrower than two lines.
    <span className="as-table:inline-block as-table:min-w-25">
      <DateTime at={at} />
    </span>
  );
}

/** A dash for an empty cell, announced as 'none'. */
export function EmptyCell() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('none')}</span>
    </>
  );
}
