export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { PrivacyChoicesPage as Component } from './privacy-choices-page.tsx';
