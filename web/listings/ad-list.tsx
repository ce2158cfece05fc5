import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Ad } from '#contract/listings.ts';
import type { ApiError, Page } from '../app/api.ts';
import { cursorOf } from '../app/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Pager } from '../ui/pager.tsx';
import { AdRowSkeletons, AdRows } from './ad-row.tsx';

/** A list of listings that grows page by page: what `useInfiniteQuery` gives for `queries.pagesOfAds`. */
export type AdPages = UseInfiniteQueryResult<InfiniteData<Page<Ad>, string>, ApiError>;

/** The listings of all pages read so far; undefined while the first one is loading. */
export const adsIn = (list: AdPages): Ad[] | undefined => list.data?.pages.flatMap(({ items }) => items);

/**
 * Listings as rows, with a way to more of them.
 * @param empty what to say when there are none
 * @param moreLabel the words on the control that loads more
 * @param morePath the page that shows the next listings where there is no JavaScript; this page if left out
 */
export function AdList({
  list,
  empty,
  moreLabel,
  morePath,
}: {
  list: AdPages;
  empty: string;
  moreLabel?: string;
  morePath?: string;
}) {
  const ads = adsIn(list);
  if (!ads) return <AdRowSkeletons count={4} />;
  if (ads.length === 0) {
    return (
      <EmptyState title={empty}>
        <p>
          Know one that belongs here?{' '}
          <a className="link" href="/post-ad">
            A listing is free
          </a>
          .
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <AdRows ads={ads} />
      <LoadMore list={list} label={moreLabel} path={morePath} />
    </>
  );
}

/**
 * The way to the next page of a list, which with JavaScript is added to this one. Nothing at the list's end.
 * @param parameters what else the address of that page says
 */
export function LoadMore({
  list,
  label,
  path = '',
  parameters,
}: {
  list: AdPages;
  label?: string;
  path?: string;
  parameters?: Record<string, string>;
}) {
  const pages = list.data?.pages;
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    // The link is gone after the last page; whoever uses the keyboard goes on where the new rows begin.
    const first = pages?.at(-1)?.items[0];
    document.querySelector<HTMLElement>(`a[href="/ads/${first?.id}"]`)?.focus({ preventScroll: true });
  }, [pages]);

  const next = pages?.at(-1)?.next;
  if (!next) return null;

  const loadHere = () => {
    isAsked.current = true;
    list.fetchNextPage();
  };

  return (
    <>
      <Pager
        href={`${path}?${new URLSearchParams({ ...parameters, cursor: cursorOf(next) })}`}
        onMore={loadHere}
        busy={list.isFetchingNextPage}
        label={label}
      />
      <p role="status" className="mt-2 text-center text-danger text-sm">
        {list.isFetchNextPageError && 'The next ads could not be loaded. Try again.'}
      </p>
    </>
  );
}
