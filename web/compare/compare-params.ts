import { parseComparedIds } from '#contract/compare/compared-ids.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';

/** What `/compare` reads of its URL: the ids, and what distances are measured from. Anything that is neither is ignored. */
export const parseCompareParams = (params: URLSearchParams) => ({
  ids: parseComparedIds(params.get('ids')),
  near: (params.get('near') ?? '').trim().slice(0, MAX_NEAR_LENGTH),
});
