import { t } from '#contract/i18n/t.ts';
import { PageError } from '#web/base/layout/page-error.tsx';

/** The error boundary of a receipt's page: no such payment of this user, or loading failed. */
export function ReceiptError() {
  return (
    <PageError
      notFoundText={{
        title: t('Receipt Not Found'),
        text: t('We couldn’t find this payment in your account. Your receipts are under Payments.'),
      }}
    />
  );
}
