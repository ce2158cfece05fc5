import { expect, it } from 'vitest';
import { MAX_NEAR_LENGTH } from '#contract/limits.ts';
import { parseCompareParams } from './compare-params.ts';

it('the URL of a comparison is reduced to what the API accepts', () => {
  const near = 'x'.repeat(MAX_NEAR_LENGTH + 1);
  const params = new URLSearchParams({ ids: '12,x,12,7', near: ` ${near}` });
  expect(parseCompareParams(params)).toEqual({ ids: [12, 7], near: near.slice(1) });
  expect(parseCompareParams(new URLSearchParams())).toEqual({ ids: [], near: '' });
});
