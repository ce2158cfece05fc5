export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { QuickLinksPage as Component } from './quick-links-page.tsx';
