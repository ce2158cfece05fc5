import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { ZipError as ErrorBoundary, ZipPage as Component } from './zip-page.tsx';

export const loader = load(({ params: { zip = '' } }) => [queries.zipAds(zip)]);
