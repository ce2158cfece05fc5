export { ClaimPage as Component } from './claim-page.tsx';
