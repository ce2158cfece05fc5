import { load } from '#web/app/loader.ts';
import { paymentId } from './payment-id.ts';

export { ReceiptError as ErrorBoundary } from './receipt-error.tsx';
export { ReceiptPage as Component } from './receipt-page.tsx';

export const loader = load(({ params }) => {
  paymentId(params.id);
  return [];
});
