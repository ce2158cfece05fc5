import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { usePlans } from '#web/base/api/plans.ts';
import { PaymentsClosed, usePaymentsClosed } from '#web/base/layout/payments-closed.tsx';
import { type SchemaForm, SubmitButton } from '#web/base/ui/form/form.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** The price and the submit button, always in view; on a site without payments a premium listing cannot be submitted. */
export function SubmitBar({
  form,
  premium,
  credit,
}: {
  form: SchemaForm<ListingForm>;
  premium: boolean;
  /** The payment that a premium listing would use up. */
  credit: Payment | undefined;
}) {
  const closed = usePaymentsClosed();
  // The posting form buys a month.
  const { loaded, find } = usePlans();
  const monthly = find('monthly');
  const paid = premium ? credit : undefined;
  const unpayable = (closed || (loaded && !monthly)) && premium && !paid;
  return (
    <div data-bottom-bar className="action-bar flex items-center justify-between gap-4 px-4 py-3 sm:px-6 sm:py-4">
      <p className="grid shrink-0 leading-tight">
        <span className="font-bold text-lg tabular-nums sm:text-xl">
          {paid ? t('Paid') : premium ? monthly && formatDollars(monthly.priceCents) : t('Free')}
        </span>
        <span className="text-muted text-sm">
          {paid
            ? paid.planName
            : premium
              ? loaded && !monthly
                ? t('Not on sale')
                : t('a month')
              : t('30 days at a time')}
        </span>
      </p>
      {unpayable && closed && <PaymentsClosed />}
      {!unpayable && (
        <SubmitButton
          form={form}
          busyLabel={premium && !paid ? t('Proceeding to Payment...') : t('Posting Ad...')}
          className="sm:min-h-13 sm:px-7 sm:text-lg"
        >
          {paid ? t('Post with your credit') : premium ? t('Continue to Payment') : t('Post Ad')}
        </SubmitButton>
      )}
    </div>
  );
}

/** Announces that the submit button leads to signing in. */
export function AccountNotice() {
  return (
    <p className="flex items-start gap-2.5 text-muted">
      <Icon name="circle-user-round" className="mt-0.5 size-5 shrink-0" />
      <span>
        {t('You need a free account to post. Next, you’ll sign in or create one. We’ll save what you typed.')}
      </span>
    </p>
  );
}
