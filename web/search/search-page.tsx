import clsx from 'clsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageError } from '../layout/error-page.tsx';
import { Metadata } from '../layout/metadata.tsx';
import { CallToAction } from '../listings/call-to-action.tsx';
import { SaveSearch } from '../saved/save-search.tsx';
import { Container } from '../ui/container.tsx';
import { ActiveFilters, filtersOf } from './active-filters.tsx';
import { Filters, FiltersButton, Order } from './filters.tsx';
import { KeepFocus } from './keep-focus.tsx';
import { MapSwitch, ResultsMap } from './map/results-map.tsx';
import { useResults } from './results.ts';
import { ResultsList } from './results-list.tsx';
import { rowPointing } from './row-pointing.ts';
import { SearchStart } from './search-start.tsx';
import { type Search, searchOf, searchPath } from './sought.ts';
import { Understood } from './understood.tsx';
import { headingOf, wordsOf } from './words.ts';

/** `/search`: what was found of a word, near a place, and the filters that narrow it. */
export function SearchPage() {
  const search = searchOf(useSearchParams()[0]);
  const path = searchPath(search);
  return (
    <Container>
      <KeepFocus path={path} to="h1" />
      {path === '/search' ? <SearchStart /> : <Results key={`${search.q}|${search.near}`} search={search} />}
      <CallToAction />
    </Container>
  );
}

function Results({ search }: { search: Search }) {
  const results = useResults(search);
  const { about, refining, found } = results;
  const [pointed, setPointed] = useState<number>();
  const words = wordsOf(search);
  const listOnly = search.view === 'map' && 'max-xl:hidden';
  return (
    <>
      <Metadata
        title={words}
        description={`${words}: local businesses with address, phone and distance.`}
        path="/search"
        noindex
      />
      <div className="flex items-start justify-between gap-x-4 pt-4 sm:gap-x-6 sm:pt-6 md:pt-8">
        <h1 tabIndex={-1} className="typed min-w-0 text-xl outline-none sm:text-2xl lg:text-3xl">
          {about ? headingOf(about, search) : words}
        </h1>
        <SaveSearch search={search} />
      </div>
      {about && <Understood search={search} about={about} />}
      <p role="status" className="sr-only">
        {found}
      </p>
      <div className="search-layout">
        <Filters refining={refining} about={about} found={found} />
        <div className="min-w-0">
          <div className={clsx('flex items-center gap-2 sm:gap-3', listOnly ? 'xl:mb-4' : 'mb-3 sm:mb-4')}>
            <FiltersButton count={filtersOf(search).length} />
            <MapSwitch search={search} />
            <div className={clsx('ml-auto min-w-0 max-sm:grow', listOnly)}>
              <Order refining={refining} about={about} />
            </div>
          </div>
          <ActiveFilters search={search} about={about} />
          <div className={clsx(listOnly)} {...rowPointing(setPointed)}>
            <ResultsList results={results} pointed={pointed} />
          </div>
        </div>
        <ResultsMap search={search} pointed={pointed} onPoint={setPointed} />
      </div>
    </>
  );
}

/** What `/search` shows where a category or place is none of ours, and on failure. */
export function SearchError() {
  return (
    <PageError
      missing={{
        title: 'Nothing to search in',
        text: 'This search is for a category or place that we do not know. Search without it, or for another one.',
      }}
      fault="The search could not be made"
    />
  );
}
