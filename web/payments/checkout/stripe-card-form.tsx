import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import type { z } from '#contract/zod.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { localPath } from '#web/base/i18n/language.ts';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { CancelLink } from './cancel-link.tsx';
import { cardFormSchema } from './card.ts';
import { storeReceiptEmail } from './receipt-email.ts';
import type { Order } from './use-order.ts';
import { type ChargeResult, type IntentKeys, usePay } from './use-pay.ts';
import { type StripeCard, useStripeCard } from './use-stripe-card.ts';

const holderSchema = cardFormSchema.pick({ name: true });
type Holder = z.input<typeof holderSchema>;

/**
 * Stripe's card form in an iframe: the card data never reaches this site. It is shown by the amount alone, and the intent is created
 * when one pays (https://docs.stripe.com/payments/accept-a-payment-deferred).
 * @param onUnavailable called when the form cannot be loaded
 * @param onRefused called when the site created no intent
 */
export default function StripeCardForm({
  order,
  user,
  publishableKey,
  onUnavailable,
  onRefused,
}: {
  order: Order;
  user: User;
  publishableKey: string;
  onUnavailable: () => void;
  onRefused: (error: ApiError) => void;
}) {
  const pay = usePay(order, onRefused);
  const { container, card, ready } = useStripeCard(order, publishableKey, onUnavailable);
  const form = useSchemaForm<Holder>({
    schema: holderSchema,
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      if (!card) return { message: t('The card form is still loading. Please try again in a moment.') };
      // Stripe's form displays validation errors itself.
      const { error } = await card.elements.submit();
      return error
        ? undefined
        : pay((intent) => charge(card, intent, { name, receiptEmail: storeReceiptEmail(user.email) }));
    },
  });
  return (
    <Form
      form={form}
      actions={
        <div className="grid gap-3">
          <SubmitButton form={form} size="lg" busyLabel={t('Processing...')} className="tabular-nums">
            {t('Pay {amount}', { amount: formatDollarsAndCents(order.amountCents) })}
          </SubmitButton>
          <CancelLink />
        </div>
      }
    >
      <FormInput form={form} name="name" label={t('Name on card')} autoComplete="cc-name" />
      {!ready && (
        <SkeletonGroup label={t('Loading the card form…')}>
          <Skeleton className="h-44" />
        </SkeletonGroup>
      )}
      <div ref={container} className={ready ? undefined : 'h-0 overflow-hidden'} />
    </Form>
  );
}

async function charge(
  { stripe, elements }: StripeCard,
  { clientSecret }: IntentKeys,
  { name, receiptEmail }: { name: string; receiptEmail: string | undefined },
): Promise<ChargeResult> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    clientSecret,
    redirect: 'if_required',
    confirmParams: {
      return_url: location.origin + localPath('/payment-success'),
      receipt_email: receiptEmail,
      payment_method_data: { billing_details: { name } },
    },
  });
  const { status } = paymentIntent ?? error?.payment_intent ?? {};
  const isPaid = status === 'succeeded' || status === 'processing';
  return isPaid ? { isDeclined: false } : { isDeclined: true, message: error?.message };
}
