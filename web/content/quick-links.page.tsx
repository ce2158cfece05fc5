export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { QuickLinksPage as Component } from './quick-links-page.tsx';
