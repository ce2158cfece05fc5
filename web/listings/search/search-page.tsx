import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { FoundAd, SearchAbout } from '#contract/search.ts';
import type { ApiError, Page } from '../../api.ts';
import { queries } from '../../queries.ts';
import { PageError } from '../../shell/error-page.tsx';
import { Metadata } from '../../shell/metadata.tsx';
import { Button } from '../../ui/button.tsx';
import { Container } from '../../ui/container.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Section } from '../../ui/section.tsx';
import { LoadMore } from '../ad-list.tsx';
import { AdRowSkeletons } from '../ad-row.tsx';
import { CallToAction } from '../call-to-action.tsx';
import { Continued, useCursor } from '../continued.tsx';
import { ActiveFilters, filtersOf } from './active-filters.tsx';
import { AskWhere } from './ask-where.tsx';
import { Filters, FiltersButton, Order } from './filters.tsx';
import { Found } from './found.tsx';
import { NoResults, Wider } from './no-results.tsx';
import { useRefining } from './refining.ts';
import { SearchStart } from './search-start.tsx';
import { type Search, searchOf, searchPath } from './sought.ts';
import { Understood } from './understood.tsx';
import { countOf, headingOf, wordsOf } from './words.ts';

/** `/search`: what was found of a word, near a place, and the filters that narrow it. */
export function SearchPage() {
  const search = searchOf(useSearchParams()[0]);
  const path = searchPath(search);
  return (
    <Container>
      <KeepFocus path={path} />
      {path === '/search' ? <SearchStart /> : <Results key={`${search.q}|${search.near}`} search={search} />}
      <CallToAction />
    </Container>
  );
}

/** Where the link or field that led to another search is gone with the old one, the focus goes to the new one's heading. */
function KeepFocus({ path }: { path: string }) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true });
  }, [path]);
  return null;
}

// A change of filters leaves what was found in its place until the new is here, and a failure leaves the filters.
const inPlace = {
  placeholderData: keepPreviousData,
  throwOnError: ({ status }: ApiError) => status === 400 || status === 404,
} as const;

function Results({ search }: { search: Search }) {
  const cursor = useCursor();
  const understood = useQuery({ ...queries.searchAbout(search), ...inPlace });
  const list = useInfiniteQuery({ ...queries.search(search, cursor), ...inPlace });
  const about = understood.data;
  const failure = list.isFetchNextPageError ? null : (list.error ?? understood.error);
  const retry = () => {
    for (const { isError, refetch } of [understood, list]) if (isError) refetch();
  };
  const refining = useRefining(search);
  const words = wordsOf(search);
  const found = about && !list.isPlaceholderData && !failure ? countOf(about.total) : '';
  return (
    <>
      <Metadata
        title={words}
        description={`${words}: local businesses with address, phone and distance.`}
        path="/search"
        noindex
      />
      <div className="pt-6 md:pt-8">
        <h1 tabIndex={-1} className="typed text-xl outline-none sm:text-2xl md:text-3xl">
          {about ? headingOf(about) : words}
        </h1>
        {about && <Understood search={search} about={about} />}
        <p role="status" className="sr-only">
          {found}
        </p>
      </div>
      <div className="search-layout">
        <Filters refining={refining} about={about} found={found} />
        <div className="min-w-0">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <ActiveFilters search={search} about={about} />
            <FiltersButton count={filtersOf(search).length} />
            <Order refining={refining} about={about} />
          </div>
          {failure ? (
            <Failed failure={failure} onRetry={retry} />
          ) : (
            <List search={search} about={about} list={list} isContinued={cursor !== null} />
          )}
        </div>
      </div>
    </>
  );
}

function Failed({ failure, onRetry }: { failure: ApiError; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState title="The search could not be made" action={<Button onClick={onRetry}>Try again</Button>}>
        {failure.message}
      </EmptyState>
    </div>
  );
}

function List({
  search,
  about,
  list,
  isContinued,
}: {
  search: Search;
  about: SearchAbout | undefined;
  list: UseInfiniteQueryResult<InfiniteData<Page<FoundAd>, string>, ApiError>;
  isContinued: boolean;
}) {
  const ads = list.data?.pages.flatMap(({ items }) => items);
  if (!ads || !about) return <AdRowSkeletons count={6} />;
  return (
    <div aria-busy={list.isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
      {about.asksWhere && <AskWhere search={search} />}
      {isContinued && <Continued path={searchPath(search)} to="the first results" />}
      {ads.length === 0 ? (
        <NoResults search={search} about={about} />
      ) : (
        <>
          <Found ads={ads} near={about.near} />
          <LoadMore list={list} label="More results" parameters={search} />
          {about.wider.length > 0 && (
            <Section title="Look further">
              <Wider about={about} />
            </Section>
          )}
        </>
      )}
    </div>
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
