import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { LocationsPage as Component } from './locations-page.tsx';

export const loader = load(() => [queries.countiesWithCities(), queries.locations()]);
