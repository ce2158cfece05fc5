export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { RatesPage as Component } from './rates-page.tsx';
