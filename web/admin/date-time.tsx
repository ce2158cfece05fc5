import { t } from '#contract/i18n/t.ts';
import { DateTime } from '#web/base/ui/time.tsx';

/** A date and time in Los Angeles, 'Nov 20, 2025, 3:05 PM', or a dash for null. */
export function OptionalDateTime({ at }: { at: string | null }) {
  return at ? <DateTime at={at} /> : <EmptyCell />;
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
