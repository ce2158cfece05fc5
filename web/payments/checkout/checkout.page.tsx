import { createLoader } from '#web/app/loader.ts';
import { queries } from '#web/app/queries.ts';

export { PageError as ErrorBoundary } from '#web/layout/page-error.tsx';
export { CheckoutPage as Component } from './checkout-page.tsx';

export const loader = createLoader(() => [queries.paymentConfig()]);
