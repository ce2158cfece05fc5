export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { AdminPage as Component } from './admin-page.tsx';
