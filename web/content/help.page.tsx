import { createLoader } from '../app/loader.ts';
import { queries } from '../app/queries.ts';

export { PageError as ErrorBoundary } from '../layout/page-error.tsx';
export { HelpPage as Component } from './help-page.tsx';

export const loader = createLoader(() => [queries.help()]);
