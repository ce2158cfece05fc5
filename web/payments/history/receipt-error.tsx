import { PageError } from '#web/layout/page-error.tsx';

/** The error boundary of a receipt's page: no such payment of this user, or loading failed. */
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
