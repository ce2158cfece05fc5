export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { QuickLinksPage as Component } from './quick-links-page.tsx';
