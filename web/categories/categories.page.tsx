import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { CategoriesPage as Component } from './categories-page.tsx';

export const loader = load(() => [queries.categories()]);
