import clsx from 'clsx';
import { type FocusEvent, lazy, type PointerEvent, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { SearchSummary } from '#contract/search.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { type SearchParams, searchPath } from '#web/base/search-box/search-params.ts';
import { Chips } from '#web/base/ui/chips.tsx';
import { CompareButton } from '#web/compare/compare-button.tsx';
import { MapToggle, ResultsMap } from '#web/search/map/results-map.tsx';
import { SaveSearch } from '#web/search/save-search/save-search.tsx';
import { getActiveFilters } from './active-filter-names.ts';
import { FiltersButton, SortSelect } from './filter-form-controls.tsx';
import { useFilterCounts } from './filter-options.ts';
import { Filters } from './filters.tsx';
import { countLabel, resultsHeading, searchLabel } from './labels.ts';
import { ResultsList } from './results-list.tsx';
import { useSearchFilters } from './use-search-filters.ts';
import { useSearchResults } from './use-search-results.ts';

// Most searches show none of them. The server renders in one go, so it loads the modules at the start.
const LocationPrompt = import.meta.env.SSR
  ? (await import('./location-prompt.tsx')).default
  : lazy(() => import('./location-prompt.tsx'));
const QuoteLink = import.meta.env.SSR
  ? (await import('#web/conversations/quotes/quote-link.tsx')).QuoteLink
  : lazy(() => import('#web/conversations/quotes/quote-link.tsx').then(({ QuoteLink }) => ({ default: QuoteLink })));
const QuerySummary = import.meta.env.SSR
  ? (await import('./query-summary.tsx')).default
  : lazy(() => import('./query-summary.tsx'));
const ActiveFilters = import.meta.env.SSR
  ? (await import('./active-filters.tsx')).default
  : lazy(() => import('./active-filters.tsx'));

/** The results of a search, as a list and on a map, with the controls to refine it. */
export function Results({ search }: { search: SearchParams }) {
  const results = useSearchResults(search);
  const { about, total, countText } = results;
  const understood = about?.understood.search;
  // '24 hour pharmacy' is `q=pharmacy&open=24h`, so that the controls show the filter and can remove it.
  const filters = useSearchFilters({ ...search, ...understood });
  const [highlightedId, setHighlightedId] = useState<number>();
  const label = searchLabel(search);
  const activeFilters = getActiveFilters(filters.search);
  const category = about?.category?.slug ?? about?.understood.categories[0]?.slug;
  const isMap = search.view === 'map';
  const listClass = isMap && 'max-xl:hidden';
  return (
    <>
      <Metadata
        title={label}
        description={t('{search}: local businesses with address, phone and distance.', { search: label })}
        path="/search"
        noindex
      />
      <div className="flex items-start justify-between gap-x-4 pt-4 sm:gap-x-6 sm:pt-6 md:pt-8">
        <h1 tabIndex={-1} className="typed min-w-0 text-xl outline-none sm:text-2xl lg:text-3xl">
          {/* That there are none would not be true of what the filters leave out. The heading names an area of the map. */}
          {about
            ? about.total === 0 && activeFilters.length > (search.box ? 1 : 0)
              ? countLabel(0)
              : resultsHeading(about, search)
            : label}
        </h1>
        <SaveSearch search={search} />
      </div>
      {about && saysMore(about) && (
        <Suspense>
          <QuerySummary search={search} about={about} />
        </Suspense>
      )}
      {category && (
        <p className="mb-4 empty:hidden">
          <Suspense>
            <QuoteLink category={category} near={search.near ?? search.place} listings={[results.listings]} />
          </Suspense>
        </p>
      )}
      <p role="status" className="sr-only">
        {countText}
      </p>
      <a href="#found" className="sr-only skip-link">
        {t('Skip to results')}
      </a>
      <div className="search-layout">
        <Filters filters={filters} about={about} counts={useFilterCounts(search)} total={total} />
        {/* On phones the map stands between its controls and the rows. */}
        <div className={clsx('min-w-0', isMap && 'max-lg:contents')}>
          <div className="search-controls">
            <FiltersButton count={activeFilters.length} />
            <MapToggle search={search} />
            <div className={clsx(listClass)}>
              <CompareButton />
            </div>
            <div className={clsx('ml-auto max-sm:grow', listClass)}>
              <SortSelect filters={filters} about={about} />
            </div>
          </div>
          {activeFilters.length > 0 && (
            <Suspense>
              <ActiveFilters search={filters.search} about={about} />
            </Suspense>
          )}
          <div className={clsx(listClass)}>
            {about && about.places.length > 0 && (
              <nav aria-label={t('Results by place')} className="chip-row">
                <Chips
                  links={about.places.map(({ name: label, slug: place, count }) => ({
                    href: searchPath({ ...filters.search, place }),
                    label,
                    count,
                  }))}
                />
              </nav>
            )}
          </div>
          <div
            id="found"
            tabIndex={-1}
            className={clsx('outline-none', isMap && 'max-lg:order-2 lg:max-xl:hidden')}
            {...rowHighlightProps(setHighlightedId)}
          >
            <ResultsList results={{ ...results, filters }} highlightedId={highlightedId}>
              {about?.asksWhere && (
                <Suspense>
                  <LocationPrompt search={search} />
                </Suspense>
              )}
            </ResultsList>
          </div>
        </div>
        <ResultsMap search={search} highlightedId={highlightedId} onHighlight={setHighlightedId} />
      </div>
    </>
  );
}

/** Whether there is anything to say about how the query was parsed. */
const saysMore = ({ total, corrections, remarks, otherPlaces, unknownNear }: SearchSummary) =>
  total === 0 || unknownNear || corrections.length + remarks.length + otherPlaces.length > 0;

/** What the addresses of listings begin with. */
const LISTING_PATH = localPath('/ads/');

/** Event handlers for the container of result rows that report the id of the row under the pointer or with the focus. */
function rowHighlightProps(onHighlight: (id: number | undefined) => void) {
  const highlight = ({ target }: PointerEvent | FocusEvent) => {
    const link = (target as Element).closest('li')?.querySelector(`a[href^="${LISTING_PATH}"]`);
    onHighlight(link ? Number(link.getAttribute('href')?.slice(LISTING_PATH.length)) : undefined);
  };
  const clear = () => onHighlight(undefined);
  return { onPointerOver: highlight, onPointerLeave: clear, onFocus: highlight, onBlur: clear };
}
