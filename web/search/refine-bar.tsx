import { lazy, Suspense } from 'react';
import { t } from '#contract/i18n/t.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { defaultSort, type ListingScope, scopedPath } from '#web/base/search-box/listing-scope.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { CompareButton } from '#web/compare/compare-button.tsx';
import {
  IS_LANGUAGE_FIRST,
  offersLanguages,
  openOptions,
  TOGGLE_FILTERS,
  toggleOptions,
  useFilterCounts,
} from './filter-options.ts';
import { FilterSelect } from './filter-select.tsx';
import { getFilterNames } from './labels.ts';
import { RestoreFocus } from './restore-focus.tsx';
import type { SearchResults } from './use-search-results.ts';

// Loaded as in refined-listings.tsx.
const NearFields = import.meta.env.SSR
  ? (await import('./near-fields.tsx')).default
  : lazy(() => import('./near-fields.tsx'));

// Few lists have businesses that name their languages. The server renders in one go, so it loads the module at the start.
const LanguageFilter = import.meta.env.SSR
  ? (await import('./language-filter.tsx')).default
  : lazy(() => import('./language-filter.tsx'));

const FORM_ID = 'refine';

const BEST_MATCH = { value: '', label: t('Best match') };
const ORDERS = [
  { value: 'nearest', label: t('Nearest first') },
  { value: 'newest', label: t('Newest first') },
  { value: 'name', label: t('Name, A to Z') },
];

/** A category or place to filter by, with its number of listings. */
interface Choice {
  name: string;
  slug: string;
  count: number;
}

interface RefineBarProps {
  scope: ListingScope;
  results: SearchResults;
  /** The parameter that `choices` sets. */
  choose?: 'category' | 'place';
  choices?: Choice[];
}

/**
 * Filters and sorts the listings of a page. Changes apply at once; without JavaScript a button submits the form. It stays
 * mounted when the list below it changes.
 */
export function RefineBar({ scope, results, choose, choices = [] }: RefineBarProps) {
  const { filters, about, countText } = results;
  const { search, onFilterChange, apply } = filters;
  const sort = search.sort ?? defaultSort(search);
  const isAboutNear = Boolean(search.near) || sort === 'nearest';
  const counts = useFilterCounts(results.search);
  const language = offersLanguages(counts, search.language) && (
    <Suspense>
      <LanguageFilter any={t('Any language')} counts={counts} selected={search.language}>
        {(options) => (
          <FilterSelect
            name="language"
            label={t('Language')}
            value={search.language ?? ''}
            onChange={onFilterChange}
            options={options}
          />
        )}
      </LanguageFilter>
    </Suspense>
  );
  return (
    <form
      id={FORM_ID}
      action={scope.path}
      aria-label={t('Filters')}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
      className="refine-bar"
    >
      <RestoreFocus path={scopedPath(scope, results.search)} to={`#${FORM_ID} select`} />
      <div className="scroll-row">
        {IS_LANGUAGE_FIRST && language}
        <FilterSelect
          name="sort"
          label={t('Sort by')}
          value={sort}
          onChange={onFilterChange}
          options={search.near ? ORDERS : [BEST_MATCH, ...ORDERS]}
        />
        <CompareButton />
        {[...openOptions(counts, search.open), ...toggleOptions(TOGGLE_FILTERS, counts, search)].map(
          ({ name, value, label }) => (
            <label key={value + name} className="chip">
              <input
                type="checkbox"
                name={name}
                value={value}
                checked={search[name] === value}
                onChange={onFilterChange}
              />
              {label}
            </label>
          ),
        )}
        {choose && choices.length > 1 && (
          <FilterSelect
            name={choose}
            label={choose === 'place' ? t('City') : t('Category')}
            value={search[choose] ?? ''}
            onChange={onFilterChange}
            options={[
              { value: '', label: choose === 'place' ? t('Any city') : t('Any category') },
              ...(search[choose] && !choices.some(({ slug }) => slug === search[choose])
                ? [{ value: search[choose], label: getFilterNames(search, about)[choose] }]
                : []),
              ...choices.map(({ name, slug, count }) => ({
                value: slug,
                label: `${name} (${formatNumber(count)})`,
              })),
            ]}
          />
        )}
        {!IS_LANGUAGE_FIRST && language}
      </div>
      {isAboutNear && (
        <Suspense>
          <NearFields form={FORM_ID} scope={scope} results={results} />
        </Suspense>
      )}
      <noscript>
        <button type="submit" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {t('Apply')}
        </button>
      </noscript>
      <p role="status" className="sr-only">
        {countText}
      </p>
    </form>
  );
}
