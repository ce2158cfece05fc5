export { ConfirmPage as Component } from './confirm-page.tsx';
