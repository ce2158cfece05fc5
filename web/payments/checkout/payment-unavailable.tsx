import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { CancelLink } from './cancel-link.tsx';

/** Why the order cannot be paid. */
export function PaymentFailed({ error }: { error: ApiError | null }) {
  // The order itself was rejected: trying again later would not help.
  const isClientError = error !== null && error.status >= 400 && error.status < 500 && error.message !== '';
  return (
    <PaymentUnavailable>
      <p>{isClientError ? error.message : t('We can’t take payments right now. You haven’t been charged.')}</p>
      {error?.status === 409 ? (
        <Button variant="secondary" onClick={() => location.reload()}>
          {t('Reload the order')}
        </Button>
      ) : (
        <p className="text-muted">{t('Please try again later, or contact us and we’ll help.')}</p>
      )}
    </PaymentUnavailable>
  );
}

/** The panel where no card form can be shown, with the reason in `children`. */
export function PaymentUnavailable({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="grid gap-4">
      <h2 id="pay" className="text-xl">
        {t('Payment System Unavailable')}
      </h2>
      {children}
      <div className="grid gap-3">
        <a href="/contact" className={buttonClass()}>
          {t('Contact Support')}
        </a>
        <CancelLink />
      </div>
    </div>
  );
}
