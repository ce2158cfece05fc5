import { lazy, type ReactNode, Suspense } from 'react';
import { t } from '#contract/i18n/t.ts';
import { paramNames, scopedPath } from '#web/base/search-box/listing-scope.ts';
import { omitParams } from '#web/base/search-box/search-params.ts';
import { Button } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { ContinuedNotice } from '#web/listings/continued-notice.tsx';
import { LoadMore } from '#web/listings/listing-list.tsx';
import { ListingRowSkeletons } from '#web/listings/listing-rows.tsx';
import { ResultRows } from './result-rows.tsx';
import type { SearchResults } from './use-search-results.ts';

// Most searches have enough results. The server renders in one go, so it loads the module at the start.
const MoreResults = import.meta.env.SSR
  ? (await import('./more-results.tsx')).default
  : lazy(() => import('./more-results.tsx'));

/**
 * The results of a search, page by page, and what to try where there are none or few.
 * @param highlightedId the id of the listing whose row is highlighted
 * @param children shown above the results once they are known
 */
export function ResultsList({
  results,
  highlightedId,
  children,
}: {
  results: SearchResults;
  highlightedId?: number;
  children?: ReactNode;
}) {
  const { search, filters, scope, about, list, listings, failure, retry, isContinued } = results;
  if (failure) {
    return (
      <div role="alert">
        <EmptyState title={t('We couldn’t run your search')} action={<Button onClick={retry}>{t('Try again')}</Button>}>
          {failure.message}
        </EmptyState>
      </div>
    );
  }
  if (!listings || !about) return <ListingRowSkeletons count={6} />;
  return (
    <div aria-busy={list.isPlaceholderData || undefined} className="refreshing">
      {children}
      {isContinued && <ContinuedNotice path={scopedPath(scope, search)} to={t('the first results')} />}
      {listings.length > 0 && (
        <>
          <ResultRows
            listings={listings}
            near={about.near}
            asksOpen={about.understood.open !== null}
            highlightedId={highlightedId}
          />
          <LoadMore
            list={list}
            label={t('More results')}
            parameters={omitParams(search, ...paramNames(scope?.search ?? {}))}
          />
        </>
      )}
      {(listings.length === 0 || about.wider.length > 0) && (
        <Suspense>
          <MoreResults isEmpty={listings.length === 0} search={filters.search} about={about} scope={scope} />
        </Suspense>
      )}
    </div>
  );
}
