import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { PageError } from '#web/base/layout/page-error.tsx';
import { parseSearchParams, searchPath } from '#web/base/search-box/search-params.ts';
import { Container } from '#web/base/ui/container.tsx';
import { CallToAction } from '#web/listings/call-to-action.tsx';
import { RestoreFocus } from '#web/search/restore-focus.tsx';
import { Results } from '#web/search/search-results.tsx';

// Only a page without a search shows it. The server renders in one go, so it loads the module at the start.
const SearchLanding = import.meta.env.SSR
  ? (await import('./search-landing.tsx')).default
  : lazy(() => import('./search-landing.tsx'));

export { SearchError as ErrorBoundary, SearchPage as Component };

/** `/search`: the results of a query near a place, with filters and a map. */
function SearchPage() {
  const search = parseSearchParams(useSearchParams()[0]);
  const path = searchPath(search);
  return (
    <Container>
      <RestoreFocus path={path} to="h1" />
      {path === '/search' ? (
        <Suspense>
          <SearchLanding />
        </Suspense>
      ) : (
        <Results key={`${search.q}|${search.near}`} search={search} />
      )}
      <CallToAction />
    </Container>
  );
}

/** The error boundary of `/search`: unknown category or place, or loading failed. */
function SearchError() {
  return (
    <PageError
      notFoundText={{
        title: t('Category or place not found'),
        text: t('We don’t know the category or place in this search. Remove it, or try another one.'),
      }}
      getErrorTitle={() => t('We couldn’t run your search')}
    />
  );
}
