import { createLoader } from '#web/app/loader.ts';
import { parsePaymentId } from './parse-payment-id.ts';

export { ReceiptError as ErrorBoundary } from './receipt-error.tsx';
export { ReceiptPage as Component } from './receipt-page.tsx';

export const loader = createLoader(({ params }) => {
  parsePaymentId(params.id);
  return [];
});
