export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { AdminPage as Component } from './admin-page.tsx';
