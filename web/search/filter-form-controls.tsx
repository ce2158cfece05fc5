import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { SearchSummary } from '#contract/search.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import type { SearchFilterState } from './use-search-filters.ts';

/** The id of the form of the filters. */
export const FILTERS_FORM_ID = 'filters';

/** The filters of a search, and what was found. */
export interface FiltersProps {
  filters: SearchFilterState;
  about: SearchSummary | undefined;
}

/** Opens the filters where they are a sheet, and displays the number of active filters. */
export function FiltersButton({ count }: { count: number }) {
  return (
    <button
      type="button"
      popoverTarget={FILTERS_FORM_ID}
      className={`${buttonClass({ variant: 'secondary', size: 'sm' })} relative lg:hidden`}
    >
      <Icon name="sliders-horizontal" />
      {t('Filters')}
      {count > 0 && (
        <span className="absolute -top-2 -right-2 rounded-full bg-pacific px-1.5 text-on-pacific tabular-nums">
          {rich('{count}<hidden> on</hidden>', {
            count,
            hidden: srOnly,
          })}
        </span>
      )}
    </button>
  );
}

/** The sort order. It belongs to the filter form, but is placed above the results. */
export function SortSelect({ filters: { search, onFilterChange }, about }: FiltersProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5">
      <label htmlFor={id} className="shrink-0 font-semibold text-sm max-sm:sr-only">
        {t('Sort by')}
      </label>
      <Select
        id={id}
        form={FILTERS_FORM_ID}
        name="sort"
        value={search.sort ?? ''}
        onChange={onFilterChange}
        className="min-h-11! py-1.5! max-sm:pr-8! max-sm:pl-3! max-sm:text-sm!"
      >
        <option value="">{t('Best match')}</option>
        {about?.near && <option value="nearest">{t('Nearest')}</option>}
        <option value="rating">{t('Rating')}</option>
        <option value="newest">{t('Newest')}</option>
        <option value="name">{t('Name, A to Z')}</option>
      </Select>
    </div>
  );
}
