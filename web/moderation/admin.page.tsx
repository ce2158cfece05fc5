export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { AdminPage as Component } from './admin-page.tsx';
