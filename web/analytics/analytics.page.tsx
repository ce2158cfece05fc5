import { adId } from '../listings/ad-id.ts';
import { load } from '../loading.ts';

export { AdError as ErrorBoundary } from '../listings/ad-error.tsx';
export { AnalyticsPage as Component } from './analytics-page.tsx';

export const loader = load(({ params }) => {
  adId(params.id);
  return [];
});
