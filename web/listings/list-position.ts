import { useSearchParams } from 'react-router';
import { type ListPosition, parseListPosition } from '#web/base/api/queries.ts';

/** The order of the page's list, and where it begins, as its URL says. */
export const useListPosition = (): ListPosition => parseListPosition(useSearchParams()[0]);

/** The path of a page whose list has this order. */
export const sortedPath = (path: string, sort: ListPosition['sort']) => (sort ? `${path}?sort=${sort}` : path);
