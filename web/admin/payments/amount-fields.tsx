import { useId } from 'react';
import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

/** The values of the form of a refund. */
export interface RefundForm {
  /** The amount; null for the whole remaining amount. */
  dollars: string | null;
  reason: string;
  endsLevel: boolean;
  /** The chosen parts of a payment for several listings. */
  partIds: number[];
}

/** How much of a payment can be refunded. */
export function Remaining({ payment, remainingCents }: { payment: AdminPayment; remainingCents: number }) {
  const { planName: plan, account } = payment;
  const username = <bdi className="font-semibold text-ink">{account.username}</bdi>;
  const [left, amount] = [formatDollarsAndCents(remainingCents), formatDollarsAndCents(payment.amountCents)];
  return payment.refundedCents > 0
    ? rich('{plan} of {username}. {left} of {amount} is left and can be refunded.', { plan, username, left, amount })
    : rich('{plan} of {username}. {left} of {amount} can be refunded.', { plan, username, left, amount });
}

/** The choice between all that is left and a part of it. */
export function AmountFields({
  refund,
  remainingCents,
  error,
  onChange,
}: {
  refund: RefundForm;
  remainingCents: number;
  error: string | null;
  onChange: (refund: RefundForm) => void;
}) {
  const name = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-semibold">{t('Amount')}</legend>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="radio"
          name={name}
          className="size-5 shrink-0"
          checked={refund.dollars === null}
          onChange={() => onChange({ ...refund, dollars: null })}
        />
        {t('Full refund, {amount}', { amount: formatDollarsAndCents(remainingCents) })}
      </label>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="radio"
          name={name}
          className="size-5 shrink-0"
          checked={refund.dollars !== null}
          onChange={() => onChange({ ...refund, dollars: '' })}
        />
        {t('Partial refund')}
      </label>
      {refund.dollars !== null && (
        <Field label={t('Amount in dollars')} error={error ?? undefined} className="pl-8">
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              className="max-w-40"
              value={refund.dollars ?? ''}
              onChange={({ target }) => onChange({ ...refund, dollars: target.value })}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
