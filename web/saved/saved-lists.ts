import { queryOptions } from '@tanstack/react-query';
import type { SavedList } from '#contract/saved-lists.ts';
import type { ApiError, Page } from '#web/base/api/api.ts';

/** The API path of the account's lists. */
export const SAVED_LISTS_PATH = '/api/user/lists';

/** The named lists of the account, the oldest first. */
export const savedListsQuery = queryOptions<Page<SavedList>, ApiError>({ queryKey: [SAVED_LISTS_PATH], staleTime: 0 });

/** Where a list of the account is shown to its owner. */
export const toListHref = ({ id }: Pick<SavedList, 'id'>) => `/saved?list=${id}`;
