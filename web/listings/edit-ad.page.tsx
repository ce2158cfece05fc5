import { load } from '../loading.ts';
import { adId } from './ad-id.ts';

export { AdError as ErrorBoundary } from './ad-error.tsx';
export { EditAdPage as Component } from './edit-ad-page.tsx';

export const loader = load(({ params }) => {
  adId(params.id);
  return [];
});
