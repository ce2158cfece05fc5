export { PageError as ErrorBoundary } from '../../shell/error-page.tsx';
export { SavedPage as Component } from './saved-page.tsx';
