export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { RatesPage as Component } from './rates-page.tsx';
