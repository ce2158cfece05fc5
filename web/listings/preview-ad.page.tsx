import { load } from '../loading.ts';
import { adId } from './ad-id.ts';

export { AdError as ErrorBoundary } from './ad-error.tsx';
export { PreviewAdPage as Component } from './preview-ad-page.tsx';

export const loader = load(({ params }) => {
  adId(params.id);
  return [];
});
