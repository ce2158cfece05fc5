import type { ListingForm } from '#contract/listing-form.ts';
import type { Payment } from '#contract/payments.ts';
import { formatDollars, PLANS } from '#contract/plans.ts';
import { type SchemaForm, SubmitButton } from '../ui/form/form.tsx';
import { Icon } from '../ui/icon.tsx';

/** The price and the submit button, always in view. */
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
  const paid = premium ? credit : undefined;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 rounded-b-card border-t bg-card px-4 py-3 sm:-mx-6 sm:px-6 sm:py-4">
      <p className="grid leading-tight">
        <span className="font-bold font-heading text-lg tabular-nums sm:text-xl">
          {paid ? 'Paid' : premium ? formatDollars(PLANS.monthly.priceCents) : 'Free'}
        </span>
        <span className="text-muted text-sm">{paid ? paid.planName : premium ? 'a month' : 'for 30 days'}</span>
      </p>
      <SubmitButton
        form={form}
        variant="accent"
        busyLabel={premium && !paid ? 'Proceeding to Payment...' : 'Posting Ad...'}
        className="sm:min-h-13 sm:px-7 sm:text-lg"
      >
        {paid ? 'Post with your credit' : premium ? 'Continue to Payment' : 'Post Ad'}
      </SubmitButton>
    </div>
  );
}

/** For a form that was posted, then changed and sent again. */
export function AlreadyPostedNotice() {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-field bg-danger-wash px-3.5 py-3">
      <Icon name="circle-alert" className="mt-1 size-4 shrink-0 text-danger" />
      <span>
        This form was posted before you changed it. That listing is in{' '}
        <a href="/account" className="link">
          your account
        </a>
        , where you can edit it. To post what stands here as another one, send it again.
      </span>
    </p>
  );
}

/** Announces that the submit button leads to signing in. */
export function AccountNotice() {
  return (
    <p className="flex items-start gap-2.5 text-muted">
      <Icon name="circle-user-round" className="mt-0.5 size-5 shrink-0" />
      <span>Posting needs a free account. You sign in or create one next; what you typed is kept.</span>
    </p>
  );
}
