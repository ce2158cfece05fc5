import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { TermsOfServicePage as Component } from './policies.tsx';

export const loader = load(() => [queries.policy('terms-of-service')]);
