import { ApiError } from '../api.ts';
import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { AdError as ErrorBoundary, AdPage as Component } from './ad-page.tsx';

export const loader = load(({ params: { id = '' } }) => {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new ApiError(404, 'Ad Not Found');
  return [queries.ad(id), queries.relatedAds(id)];
});
