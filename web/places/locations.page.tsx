import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { LocationsPage as Component } from './locations-page.tsx';

export const loader = load(() => [queries.countiesWithCities(), queries.locations()]);
