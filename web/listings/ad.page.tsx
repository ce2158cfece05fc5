import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';
import { adId } from './ad-id.ts';

export { AdError as ErrorBoundary } from './ad-error.tsx';
export { AdPage as Component } from './ad-page.tsx';

export const loader = load(({ params }) => {
  const id = adId(params.id);
  return [queries.ad(id), queries.relatedAds(id)];
});
