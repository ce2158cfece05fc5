import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Listing } from '#contract/listings.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';
import { getCursor } from '#web/base/api/queries.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { LoadMoreLink } from '#web/base/ui/load-more-link.tsx';
import { ListFailure } from './list-failure.tsx';
import { ListingRowSkeletons, ListingRows } from './listing-rows.tsx';

/** The result of `useInfiniteQuery` for a paginated list of listings. */
export type ListingPages = UseInfiniteQueryResult<InfiniteData<Page<Listing>, string>, ApiError>;

/** The listings of all loaded pages; undefined while the first page is loading. */
export const getListings = (list: ListingPages): Listing[] | undefined =>
  list.data?.pages.flatMap(({ items }) => items);

/**
 * Listings as rows, with a link that loads more.
 * @param empty the title when there are none
 * @param moreLabel the text of the link that loads more
 * @param sort the order in the URL, which the next page keeps
 * @param morePath the page that shows the next listings without JavaScript; the current page by default
 */
export function ListingList({
  list,
  empty,
  sort,
  moreLabel,
  morePath,
}: {
  list: ListingPages;
  empty: string;
  sort?: string | null;
  moreLabel?: string;
  morePath?: string;
}) {
  const listings = getListings(list);
  if (!listings && list.isError) return <ListFailure onRetry={list.refetch} />;
  if (!listings) return <ListingRowSkeletons count={4} />;
  if (listings.length === 0) return <NoListings title={empty} />;
  return (
    <>
      <ListingRows listings={listings} />
      <LoadMore list={list} label={moreLabel} path={morePath} parameters={sort ? { sort } : undefined} />
    </>
  );
}

/** The empty state of a list. */
export function NoListings({ title }: { title: string }) {
  return (
    <EmptyState title={title}>
      <p>
        {rich('Know a business that belongs here? <link>List it free</link>.', {
          link: (text) => (
            <a className="link" href="/post-ad">
              {text}
            </a>
          ),
        })}
      </p>
    </EmptyState>
  );
}

/**
 * A link to the next page of a list; with JavaScript the next page is appended instead. Renders nothing after the last page.
 * @param parameters other query parameters of the next page's URL
 */
export function LoadMore({
  list,
  label,
  path = '',
  parameters,
}: {
  list: ListingPages;
  label?: string;
  path?: string;
  parameters?: Record<string, string>;
}) {
  const pages = list.data?.pages;
  const isRequested = useRef(false);
  useEffect(() => {
    if (!isRequested.current) return;
    isRequested.current = false;
    // The link is removed after the last page, so the focus moves to the first of the new rows.
    const first = pages?.at(-1)?.items[0];
    document.querySelector<HTMLElement>(`a[href="${localPath(`/ads/${first?.id}`)}"]`)?.focus({ preventScroll: true });
  }, [pages]);

  const next = pages?.at(-1)?.next;
  if (!next) return null;

  const loadHere = () => {
    isRequested.current = true;
    list.fetchNextPage();
  };

  return (
    <>
      <LoadMoreLink
        href={`${path}?${new URLSearchParams({ ...parameters, cursor: getCursor(next) })}`}
        onMore={loadHere}
        busy={list.isFetchingNextPage}
        label={label}
      />
      <p role="status" className="mt-2 text-center text-danger text-sm">
        {list.isFetchNextPageError && t('We couldn’t load more businesses. Try again.')}
      </p>
    </>
  );
}
