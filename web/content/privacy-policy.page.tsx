import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { PrivacyPolicyPage as Component } from './policy-pages.tsx';

export const loader = createLoader(() => [queries.policy('privacy-policy')]);
