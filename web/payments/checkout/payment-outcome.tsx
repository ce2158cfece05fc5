import { WAITING_MESSAGE } from '#contract/admin/waiting-message.ts';
import { t } from '#contract/i18n/t.ts';
import type { PaymentResult } from '#contract/payments.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { PaymentReceipt } from '#web/payments/history/payment-receipt.tsx';
import { NextSteps } from './next-steps.tsx';
import { PaidParts } from './paid-parts.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import { usePaymentOutcome } from './use-payment-outcome.ts';

/** The outcome of a payment, and of creating the listing that was paid for. */
export function PaymentOutcome({ intentId }: { intentId: string }) {
  const { outcome, creation, error, retry } = usePaymentOutcome(intentId);
  if (error) {
    if (error.status >= 400 && error.status < 500) return <PaymentProblem isPage message={error.message} />;
    return <OutcomeUnknown onRetry={retry} />;
  }
  if (!outcome) return <Spinner label={t('Checking your payment...')} className="py-16" />;
  switch (outcome.outcome) {
    case 'processing':
      return <Processing message={outcome.message} />;
    case 'listed':
    case 'waiting':
    case 'credit':
      return (
        <>
          <SuccessBanner {...outcome} />
          {creation.status === 'creating' && <Spinner label={t('Creating your listing...')} className="py-8" />}
          {creation.status === 'failed' && (
            <PaymentProblem
              message={creation.message}
              reassurance={creation.isCredit ? KEPT_AS_CREDIT : PAYMENT_IS_SAFE}
            />
          )}
          {creation.status === 'none' && (
            <>
              <PaymentProblem message={outcome.message} reassurance={KEPT_AS_CREDIT} />
              <CreditNotice paymentId={outcome.paymentId} />
            </>
          )}
          {creation.status === 'waiting' && <WaitingNotice paymentId={outcome.paymentId} />}
          {creation.status === 'several' && <PaidParts paymentId={outcome.paymentId} />}
          {creation.status === 'created' && <NextSteps listing={creation.listing} paymentId={outcome.paymentId} />}
        </>
      );
    default:
      return <PaymentProblem isPage message={outcome.message} />;
  }
}

const PAYMENT_IS_SAFE = t('Your payment is safe in your account, and you won’t be charged twice.');
const KEPT_AS_CREDIT = t('Your payment is safe. We saved it as a credit for your next premium listing.');

function SuccessBanner({ renews, quantity }: Pick<PaymentResult, 'renews' | 'quantity'>) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card bg-sage-wash px-5 py-8 text-center">
      <Icon name="circle-check" className="size-12 text-sage" />
      <h1 ref={focusHeading} tabIndex={-1} className="text-2xl outline-none sm:text-3xl">
        {t('Payment Successful!')}
      </h1>
      <p className="text-muted">
        {!renews
          ? t('Thank you. Nothing renews automatically.')
          : quantity === 1
            ? t('Thank you. Your plan renews automatically until you stop it in your account.')
            : t(
                'Thank you. Listings whose plan renewed automatically before still do, until you stop it in your account.',
              )}
      </p>
    </div>
  );
}

// The heading replaces a spinner, and gets the focus so that screen readers announce it.
const focusHeading = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true });

/** Offers to use the payment for a listing, because there was none to create. */
function CreditNotice({ paymentId }: Pick<PaymentResult, 'paymentId'>) {
  return (
    <Card as="section" aria-labelledby="credit" className="grid gap-4 p-5 sm:p-8">
      <h2 id="credit" className="text-xl">
        {t('One step left: your ad')}
      </h2>
      <PaymentReceipt paymentId={paymentId} />
      <a href="/post-ad?plan=premium" className={`${buttonClass()} justify-self-start`}>
        {t('Post Your Ad')}
      </a>
    </Card>
  );
}

/** Tells that the listing and its paid time begin when it is approved. */
function WaitingNotice({ paymentId }: { paymentId: number }) {
  return (
    <Card as="section" aria-labelledby="waiting" className="grid gap-4 p-5 sm:p-8">
      <h2 id="waiting" className="text-xl">
        {WAITING_MESSAGE}
      </h2>
      <p>{t('Your paid time starts when it goes live. We’ll email you.')}</p>
      <PaymentReceipt paymentId={paymentId} />
      <a href="/account" className={`${buttonClass()} justify-self-start`}>
        {t('Go to Dashboard')}
      </a>
    </Card>
  );
}

function Processing({ message }: { message: string }) {
  return (
    <Card as="section" className="grid gap-4 p-5 sm:p-8">
      <h1 className="text-2xl sm:text-3xl">{t('Your payment is being processed')}</h1>
      <Spinner label={message} className="justify-start" />
      <p className="text-muted">
        {t('You don’t need to wait here. We’ll email you when the payment goes through and your listing is live.')}
      </p>
      <a href="/account" className={`${buttonClass({ variant: 'secondary' })} justify-self-start`}>
        {t('Go to Dashboard')}
      </a>
    </Card>
  );
}

/** The site could not be reached, so the outcome is not known yet. */
function OutcomeUnknown({ onRetry }: { onRetry: () => void }) {
  return (
    <Card as="section" className="grid gap-4 p-5 sm:p-8">
      <h1 className="text-2xl">{t('We couldn’t check your payment')}</h1>
      <p role="alert">{t('If the payment went through, your listing will go live even if you close this page.')}</p>
      <Button onClick={onRetry} className="justify-self-start">
        <Icon name="rotate-cw" />
        {t('Check again')}
      </Button>
    </Card>
  );
}
