import { useQuery } from '@tanstack/react-query';
import { MAX_BULK_JOB_LISTINGS } from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import type { Selection } from './use-selection.ts';

/** A checkbox for the rows of the page, and, once they are selected, a button for those of the other pages. */
export function SelectAll({ selection, filter, hasMore }: { selection: Selection; filter: string; hasMore: boolean }) {
  const { isPageSelected, onPage, selected, leftOut } = selection;
  const offersAll = isPageSelected && hasMore && !('filter' in selected);
  const { data } = useQuery<{ count: number; isMore: boolean }, ApiError>({
    queryKey: [`${ADMIN_API_PREFIX}ads/count?${filter}`],
    staleTime: 0,
  });
  return (
    <>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={isPageSelected}
          ref={(box) => {
            if (box) box.indeterminate = onPage > 0 && !isPageSelected;
          }}
          onChange={(event) => selection.selectPage(event.target.checked)}
        />
        {t('All on this page')}
      </label>
      {data && (
        <p className="text-muted text-sm">
          {data.isMore
            ? t('More than {max, number} listings match.', { max: MAX_BULK_JOB_LISTINGS })
            : t('{count, plural, =0 {No listings match.} one {# listing matches.} other {# listings match.}}', {
                count: data.count,
              })}
        </p>
      )}
      {isPageSelected && leftOut > 0 && !('filter' in selected) && (
        <p className="text-muted text-sm">
          {t('{count, plural, one {One deleted listing is left out.} other {# deleted listings are left out.}}', {
            count: leftOut,
          })}
        </p>
      )}
      {offersAll &&
        data &&
        (data.isMore ? (
          <p className="text-muted text-sm">
            {t('To select all of this result, narrow the filters to {max, number} listings.', {
              max: MAX_BULK_JOB_LISTINGS,
            })}
          </p>
        ) : (
          <Button variant="secondary" size="sm" onClick={() => selection.selectAll(data.count)}>
            {t('Select all {count, number} of this result', { count: data.count })}
          </Button>
        ))}
    </>
  );
}
