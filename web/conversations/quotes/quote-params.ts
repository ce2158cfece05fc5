import { isTradeSlug } from '#contract/conversations/trade-slugs.ts';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';

/** What `/quote` reads of its URL. Anything that is no trade is ignored. */
export function parseQuoteParams(params: URLSearchParams) {
  const trade = params.get('trade') ?? '';
  return {
    trade: isTradeSlug(trade) ? trade : null,
    near: (params.get('near') ?? '').trim().slice(0, MAX_NEAR_LENGTH),
  };
}
