export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { SavedPage as Component } from './saved-page.tsx';
