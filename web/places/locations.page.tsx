import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { LocationsPage as Component } from './locations-page.tsx';

export const loader = createLoader(() => [queries.countiesWithCities(), queries.locations()]);
