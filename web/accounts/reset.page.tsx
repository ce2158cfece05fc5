export { ResetPage as Component } from './reset-page.tsx';
