import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { HelpPage as Component } from './help-page.tsx';

export const loader = load(() => [queries.help()]);
