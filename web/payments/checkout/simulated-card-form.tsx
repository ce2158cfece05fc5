import { useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { Form, FormControl, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { BankDialog } from './bank-dialog.tsx';
import { CancelLink } from './cancel-link.tsx';
import {
  type CardFormInput,
  type CardFormOutput,
  cardFormSchema,
  formatCardNumber,
  formatExpiry,
  getCardBrand,
  stripNonDigits,
} from './card.ts';
import { DigitsInput } from './digits-input.tsx';
import { chargeSimulated } from './simulated-charge.ts';
import { TestCards } from './test-cards.tsx';
import type { Order } from './use-order.ts';
import { usePay } from './use-pay.ts';

/**
 * The card form of a site with simulated payments. The card is never stored.
 * @param onRefused called when the site created no intent
 */
export default function SimulatedCardForm({
  order,
  user,
  onRefused,
}: {
  order: Order;
  user: User;
  onRefused: (error: ApiError) => void;
}) {
  const pay = usePay(order, onRefused);
  // Resolves the bank's question; set while its dialog is open.
  const [answerBank, setAnswerBank] = useState<(agreed: boolean) => void>();
  const askHolder = () =>
    new Promise<boolean>((resolve) => {
      setAnswerBank(() => (agreed: boolean) => {
        setAnswerBank(undefined);
        resolve(agreed);
      });
    });
  const form = useSchemaForm<CardFormInput, CardFormOutput>({
    schema: cardFormSchema,
    defaultValues: { number: '', expiry: '', cvc: '', name: '' },
    onSubmit: async ({ number, expiry, cvc, name }) => {
      const card = { number, expMonth: expiry.month, expYear: expiry.year, cvc, name };
      const failure = await pay((intent) => chargeSimulated(intent, card, askHolder));
      if (failure) form.setFocus('number');
      return failure;
    },
  });
  const brand = getCardBrand(form.watch('number') ?? '');

  return (
    <>
      <TestCards form={form} holder={user.businessName || user.username} />
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
        <FormControl form={form} name="number" label={t('Card number')}>
          {(control) => (
            <div className="relative">
              <DigitsInput
                {...control}
                format={formatCardNumber}
                autoComplete="cc-number"
                placeholder="1234 1234 1234 1234"
              />
              <span className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center font-semibold text-muted text-sm">
                {brand}
              </span>
            </div>
          )}
        </FormControl>
        <div className="grid grid-cols-2 items-start gap-4">
          <FormControl form={form} name="expiry" label={t('Expiration date')}>
            {(control) => (
              <DigitsInput {...control} format={formatExpiry} autoComplete="cc-exp" placeholder={t('MM / YY')} />
            )}
          </FormControl>
          <FormControl form={form} name="cvc" label={t('CVC')}>
            {(control) => (
              <DigitsInput
                {...control}
                format={(text) => stripNonDigits(text).slice(0, 4)}
                autoComplete="cc-csc"
                placeholder="123"
              />
            )}
          </FormControl>
        </div>
        <FormInput form={form} name="name" label={t('Name on card')} autoComplete="cc-name" />
      </Form>
      <BankDialog
        amountCents={order.amountCents}
        open={answerBank !== undefined}
        onAnswer={(agreed) => answerBank?.(agreed)}
      />
    </>
  );
}
