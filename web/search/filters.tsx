import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_COUNTED_RESULTS } from '#contract/limits.ts';
import type { SearchSummary } from '#contract/search.ts';
import { queries } from '../app/queries.ts';
import { rich } from '../i18n/rich.ts';
import { POPULAR_CITIES } from '../places/popular-cities.ts';
import { buttonClass } from '../ui/button.tsx';
import { Select } from '../ui/form/controls.tsx';
import { OptionSelect, type SelectOptions } from '../ui/form/option-select.tsx';
import { Icon } from '../ui/icon.tsx';
import { distanceOptions, IS_LANGUAGE_FIRST, languageOptions, OPEN_LABELS, SEARCH_FILTERS } from './filter-options.ts';
import { getFilterNames } from './labels.ts';
import type { SearchParamName, SearchParams } from './search-params.ts';
import type { SearchFilterState } from './use-search-filters.ts';

const FORM_ID = 'filters';

interface FiltersProps {
  filters: SearchFilterState;
  about: SearchSummary | undefined;
}

/**
 * The filters: a column beside the results or, on narrow screens, a sheet. Changes apply at once; without JavaScript a button
 * submits the form.
 * @param total the number of results; undefined while loading
 */
export function Filters({ filters, about, total }: FiltersProps & { total: number | undefined }) {
  const { search, onFilterChange } = filters;
  const sheet = useRef<HTMLFormElement>(null);
  const names = getFilterNames(search, about);
  const language = (
    <FilterSelect
      name="language"
      label={t('Language')}
      search={search}
      onFilterChange={onFilterChange}
      options={languageOptions(t('Any'))}
    />
  );
  return (
    <form
      ref={sheet}
      id={FORM_ID}
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
          popoverTarget={FORM_ID}
          popoverTargetAction="hide"
          aria-label={t('Close')}
          className="-mr-2.5 grid size-11 place-items-center rounded-field text-muted hover:text-ink lg:hidden"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      {search.q && <input type="hidden" name="q" value={search.q} />}
      {search.near && <input type="hidden" name="near" value={search.near} />}
      {search.box && <input type="hidden" name="box" value={search.box} />}
      {search.view && <input type="hidden" name="view" value={search.view} />}
      {IS_LANGUAGE_FIRST && language}
      <FilterSelect
        name="open"
        label={t('Hours')}
        search={search}
        onFilterChange={onFilterChange}
        options={[
          { value: '', label: t('Any') },
          ...Object.entries(OPEN_LABELS).map(([value, label]) => ({ value, label })),
        ]}
      />
      {!IS_LANGUAGE_FIRST && language}
      <fieldset className="grid">
        <legend className="sr-only">{t('Show only')}</legend>
        {SEARCH_FILTERS.map(({ name, value, label }) => (
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
      {about?.near && (
        <FilterSelect
          name="within"
          label={t('Distance')}
          search={search}
          onFilterChange={onFilterChange}
          options={distanceOptions(search.within, search.box)}
        />
      )}
      <FilterSelect
        name="category"
        label={t('Category')}
        search={search}
        onFilterChange={onFilterChange}
        options={useCategoryOptions(search.category, names.category)}
      />
      <FilterSelect
        name="place"
        label={t('Only in')}
        search={search}
        onFilterChange={onFilterChange}
        options={usePlaceOptions(search.place, names.place)}
      />
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

function showLabel(total: number): string {
  if (total >= MAX_COUNTED_RESULTS) return t('Show more than {max, number} results', { max: MAX_COUNTED_RESULTS });
  return t('{total, plural, =0 {Show no results} one {Show # result} other {Show # results}}', { total });
}

/** Opens the filters where they are a sheet, and displays the number of active filters. */
export function FiltersButton({ count }: { count: number }) {
  return (
    <button
      type="button"
      popoverTarget={FORM_ID}
      className={`${buttonClass({ variant: 'secondary', size: 'sm' })} relative lg:hidden`}
    >
      <Icon name="sliders-horizontal" />
      {t('Filters')}
      {count > 0 && (
        <span className="absolute -top-2 -right-2 rounded-full bg-pacific px-1.5 text-on-pacific tabular-nums">
          {rich('{count}<hidden> on</hidden>', {
            count,
            hidden: (text) => <span className="sr-only">{text}</span>,
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
        form={FORM_ID}
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

function FilterSelect({
  name,
  label,
  search,
  onFilterChange,
  options,
}: {
  name: SearchParamName;
  label: string;
  search: SearchParams;
  onFilterChange: (event: ChangeEvent<HTMLSelectElement>) => void;
  options: SelectOptions;
}) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <OptionSelect id={id} name={name} value={search[name] ?? ''} onChange={onFilterChange} options={options} />
    </div>
  );
}

const toOption = ({ slug, name }: { slug: string; name: string }) => ({ value: slug, label: name });

function useCategoryOptions(selected: string | undefined, selectedName: string): SelectOptions {
  const { data } = useQuery(queries.topCategories());
  const categories = data?.items ?? [];
  const isOffered = categories.some(({ slug }) => slug === selected);
  return [
    { value: '', label: t('Any') },
    ...(selected && !isOffered ? [{ value: selected, label: selectedName }] : []),
    ...categories.map(toOption),
  ];
}

function usePlaceOptions(selected: string | undefined, selectedName: string): SelectOptions {
  const { data } = useQuery(queries.counties());
  const counties = data?.items ?? [];
  const isOffered = [...counties, ...POPULAR_CITIES].some(({ slug }) => slug === selected);
  return [
    { value: '', label: t('Anywhere') },
    ...(selected && !isOffered ? [{ value: selected, label: selectedName }] : []),
    { group: t('Counties'), options: counties.map(toOption) },
    { group: t('Cities'), options: POPULAR_CITIES.map(toOption) },
  ];
}
