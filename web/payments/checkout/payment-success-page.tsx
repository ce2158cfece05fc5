import { t } from '#contract/i18n/t.ts';
import '#web/base/styles/private.css';
import { useSearchParams } from 'react-router';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { PaymentOutcome } from './payment-outcome.tsx';
import { PaymentProblem } from './payment-problem.tsx';

export { PaymentSuccessPage as Component };

/** `/payment-success`: the page after paying. It loads the outcome from the API and trusts nothing in the URL. */
function PaymentSuccessPage() {
  const [search] = useSearchParams();
  const intentId = search.get('payment_intent');
  const isComplete = intentId !== null && search.get('payment_intent_client_secret') !== null;
  return (
    <Container className="py-8 md:py-14">
      <Metadata title={t('Payment')} description={t('The status of your payment.')} path="/payment-success" noindex />
      <div className="mx-auto grid max-w-[36rem] gap-5">
        <RequireUser loading={<Spinner label={t('Checking your payment...')} className="py-16" />}>
          {() =>
            isComplete ? (
              <PaymentOutcome key={intentId} intentId={intentId} />
            ) : (
              <PaymentProblem
                isPage
                message={t('We couldn’t find a payment at this address. See your payments in your account.')}
              />
            )
          }
        </RequireUser>
      </div>
    </Container>
  );
}
