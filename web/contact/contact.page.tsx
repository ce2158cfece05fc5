import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { ContactPage as Component } from './contact-page.tsx';

export const loader = load(() => [queries.contactFaq()]);
