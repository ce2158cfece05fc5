export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { SavedPage as Component } from './saved-page.tsx';
