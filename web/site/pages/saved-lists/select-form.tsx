import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { comparePath, MAX_COMPARED } from '#contract/compare/compared-ids.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { useRowCheckboxes } from '#web/listings/use-row-checkboxes.tsx';

const toLabel = (title: string) => t('Select {title}', { title });

/**
 * Gives each row on the page a checkbox, and compares the checked ones.
 * @param ids the checked ones
 * @param children what else is done with them
 */
export function SelectForm({
  ids,
  onChange,
  children,
}: {
  ids: number[];
  onChange: (ids: number[]) => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  useRowCheckboxes({ ids, onChange, toLabel });
  const canCompare = ids.length > 1 && ids.length <= MAX_COMPARED;
  return (
    <div className="sticky top-0 z-10 mb-2 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 bg-paper">
      {children}
      <Button variant="secondary" size="sm" disabled={!canCompare} onClick={() => navigate(comparePath(ids))}>
        {t('Compare')}
      </Button>
      <p role="status" className="text-muted text-sm">
        {ids.length === 0
          ? t('Select businesses to put them on a list, or up to {max} to compare them.', { max: MAX_COMPARED })
          : t('{count, plural, one {# selected} other {# selected}}', { count: ids.length })}
      </p>
    </div>
  );
}
