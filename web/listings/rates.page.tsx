export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { RatesPage as Component } from './rates-page.tsx';
