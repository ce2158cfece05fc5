export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { PrivacyChoicesPage as Component } from './privacy-choices-page.tsx';
