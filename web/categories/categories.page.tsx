import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { CategoriesPage as Component } from './categories-page.tsx';

export const loader = load(() => [queries.categories()]);
