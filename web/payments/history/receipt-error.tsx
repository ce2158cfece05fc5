import { PageError } from '#web/layout/page-error.tsx';

/** What a receipt's page shows when there is no such payment, or it is another's, and on failure. */
export function ReceiptError() {
  return (
    <PageError
      notFoundText={{
        title: 'Receipt Not Found',
        text: 'There is no such payment in your account. Your receipts are listed there, under Payments.',
      }}
    />
  );
}
