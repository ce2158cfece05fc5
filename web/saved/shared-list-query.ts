import type { SharedList } from '#contract/saved-lists.ts';
import { encodePath } from '#web/base/api/api-path.ts';
import { read } from '#web/base/api/query-options.ts';

/** A list that somebody shares by a link. */
export const sharedListQuery = (token: string) => read<SharedList>(encodePath`/api/lists/${token}`);
