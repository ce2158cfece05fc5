import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { PrivacyPolicyPage as Component } from './policies.tsx';

export const loader = load(() => [queries.policy('privacy-policy')]);
