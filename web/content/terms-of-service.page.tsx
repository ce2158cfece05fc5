import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { TermsOfServicePage as Component } from './policies.tsx';

export const loader = load(() => [queries.policy('terms-of-service')]);
