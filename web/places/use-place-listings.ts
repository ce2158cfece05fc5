import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ListPosition, queries } from '#web/base/api/queries.ts';

/**
 * The listings of the page of a county or city: some featured ones, the four newest if the list starts at its beginning in its
 * usual order, and all.
 * @param source the path of its listings in the API
 * @param enabled false while the page does not show them
 */
export function usePlaceListings(source: string, position: ListPosition, { enabled = true } = {}) {
  const showsRecent = position.cursor === null && position.sort === null;
  const featured = useQuery({ ...queries.featuredInPlace(source), enabled });
  const recent = useQuery({ ...queries.recentInPlace(source), enabled: enabled && showsRecent });
  const list = useInfiniteQuery({ ...queries.listingsInPlace(source, position), enabled });
  return { featured: featured.data?.items, recent: recent.data?.items, list };
}
