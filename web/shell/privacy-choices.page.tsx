export { PageError as ErrorBoundary } from './error-page.tsx';
export { PrivacyChoicesPage as Component } from './privacy-choices-page.tsx';
