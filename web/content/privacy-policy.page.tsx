import { load } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/error-page.tsx';
export { PrivacyPolicyPage as Component } from './policies.tsx';

export const loader = load(() => [queries.policy('privacy-policy')]);
