import { load } from '../loading.ts';
import { queries } from '../queries.ts';

export { PageError as ErrorBoundary } from '../shell/error-page.tsx';
export { CheckoutPage as Component } from './checkout-page.tsx';

export const loader = load(() => [queries.paymentConfig()]);
