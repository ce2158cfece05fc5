import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { CategoriesPage as Component } from './categories-page.tsx';

export const loader = createLoader(() => [queries.categories()]);
