import { lazy, Suspense, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { FilterCounts } from '#contract/search.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { FILTERS_FORM_ID, type FiltersProps } from './filter-form-controls.tsx';
import {
  distanceOptions,
  IS_LANGUAGE_FIRST,
  offersLanguages,
  openOptions,
  SEARCH_FILTERS,
  toggleOptions,
} from './filter-options.ts';
import { LabeledFilterSelect } from './labeled-filter-select.tsx';
import { getFilterNames } from './labels.ts';

// Few lists have businesses that name their languages. The server renders in one go, so it loads the module at the start.
const LanguageFilter = import.meta.env.SSR
  ? (await import('./language-filter.tsx')).default
  : lazy(() => import('./language-filter.tsx'));

const PlaceFilters = import.meta.env.SSR
  ? (await import('./place-filters.tsx')).default
  : lazy(() => import('./place-filters.tsx'));

const HIDDEN = ['q', 'near', 'box', 'view'] as const;

/**
 * The filters: a column beside the results or, on narrow screens, a sheet. Changes apply at once; without JavaScript a button
 * submits the form.
 * @param counts how many results each filter leaves
 * @param total the number of results; undefined while loading
 */
export function Filters({
  filters,
  about,
  counts,
  total,
}: FiltersProps & { counts: FilterCounts | undefined; total: number | undefined }) {
  const { search, onFilterChange } = filters;
  const sheet = useRef<HTMLFormElement>(null);
  const open = openOptions(counts, search.open);
  const language = offersLanguages(counts, search.language) && (
    <Suspense>
      <LanguageFilter any={t('Any')} counts={counts} selected={search.language}>
        {(options) => (
          <LabeledFilterSelect
            name="language"
            label={t('Language')}
            search={search}
            onFilterChange={onFilterChange}
            options={options}
          />
        )}
      </LanguageFilter>
    </Suspense>
  );
  return (
    <form
      ref={sheet}
      id={FILTERS_FORM_ID}
      action="/search"
      popover="auto"
      aria-label={t('Filters')}
      onSubmit={(event) => {
        // Changes were applied already, so the button only closes the sheet.
        event.preventDefault();
        sheet.current?.hidePopover();
      }}
      className="filters"
    >
      <div className="flex items-center justify-between">
        <h2 className="text-lg">{t('Filters')}</h2>
        <button
          type="button"
          popoverTarget={FILTERS_FORM_ID}
          popoverTargetAction="hide"
          aria-label={t('Close')}
          className="-mr-2.5 grid size-11 place-items-center rounded-field text-muted hover:text-ink lg:hidden"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      {HIDDEN.map((name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />)}
      {IS_LANGUAGE_FIRST && language}
      {open.length > 0 && (
        <LabeledFilterSelect
          name="open"
          label={t('Hours')}
          search={search}
          onFilterChange={onFilterChange}
          options={[{ value: '', label: t('Any') }, ...open]}
        />
      )}
      {!IS_LANGUAGE_FIRST && language}
      <FilterCheckboxes {...filters} counts={counts} />
      {about?.near && (
        <LabeledFilterSelect
          name="within"
          label={t('Distance')}
          search={search}
          onFilterChange={onFilterChange}
          options={distanceOptions(search.within, search.box)}
        />
      )}
      <Suspense>
        <PlaceFilters filters={filters} names={getFilterNames(search, about)} />
      </Suspense>
      <button type="submit" className={`${buttonClass()} lg:hidden`}>
        {total === undefined ? t('Show results') : showLabel(total)}
      </button>
      <noscript>
        <button type="submit" className={`${buttonClass()} w-full max-lg:hidden`}>
          {t('Apply filters')}
        </button>
      </noscript>
    </form>
  );
}

function FilterCheckboxes({
  search,
  onFilterChange,
  counts,
}: FiltersProps['filters'] & { counts: FilterCounts | undefined }) {
  return (
    <fieldset className="grid">
      <legend className="sr-only">{t('Show only')}</legend>
      {toggleOptions(SEARCH_FILTERS, counts, search).map(({ name, value, label }) => (
        <label key={name} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={search[name] === value}
            onChange={onFilterChange}
            className="size-5 shrink-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function showLabel(total: number): string {
  if (total >= MAX_COUNTED_RESULTS) return t('Show more than {max, number} results', { max: MAX_COUNTED_RESULTS });
  return t('{total, plural, =0 {Show no results} one {Show # result} other {Show # results}}', { total });
}
