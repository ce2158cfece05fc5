import { load } from '../app/loader.ts';
import { adId } from '../listings/ad-id.ts';

export { AdError as ErrorBoundary } from '../listings/ad-error.tsx';
export { PreviewAdPage as Component } from './preview-ad-page.tsx';

export const loader = load(({ params }) => {
  adId(params.id);
  return [];
});
