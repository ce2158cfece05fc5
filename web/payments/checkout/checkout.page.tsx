import { load } from '#web/app/loader.ts';
import { queries } from '#web/app/queries.ts';

export { PageError as ErrorBoundary } from '#web/layout/error-page.tsx';
export { CheckoutPage as Component } from './checkout-page.tsx';

export const loader = load(() => [queries.paymentConfig()]);
