import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { type Payment, refundRequestSchema } from '#contract/payments.ts';
import { formatDollars } from '#contract/plans/plans.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { getLeftParts, PartChoices } from './part-choices.tsx';
import { getRefundRequestsPath, invalidatePayments } from './payment-queries.ts';

/** A form that requests a refund, and states its consequences. */
export default function RefundRequestDialog({
  payment,
  onClose,
}: {
  /** The payment to refund; null while the dialog is closed. */
  payment: Payment | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  // The parts of a payment for several listings.
  const [chosen, setChosen] = useState<number[]>([]);
  const [attempted, setAttempted] = useState(false);
  const left = payment ? getLeftParts(payment) : [];
  const isAll = chosen.length === left.length;
  const isMissing = left.length > 0 && chosen.length === 0;
  const form = useSchemaForm<{ reason: string }>({
    schema: refundRequestSchema,
    defaultValues: { reason: '' },
    onSubmit: (request) =>
      toFailure(t('We couldn’t send your request'), async () => {
        if (!payment) return;
        setAttempted(true);
        if (isMissing) return { message: CHOOSE_ONE };
        const { message } = await send<{ message: string }>('POST', getRefundRequestsPath(payment), {
          ...request,
          ...(!isAll && { partIds: chosen }),
        });
        await invalidatePayments(client);
        onClose();
        form.reset();
        setChosen([]);
        setAttempted(false);
        toast({ title: t('Request sent'), description: message, tone: 'success' });
      }),
  });
  return (
    <FormDialog
      form={form}
      open={payment !== null}
      onClose={onClose}
      title={t('Request a refund')}
      focus="reason"
      submitLabel={t('Send request')}
      busyLabel={t('Sending...')}
      intro={payment && <RefundConsequences payment={payment} />}
    >
      {payment && left.length > 0 && (
        <PartChoices
          legend={t('For which listings?')}
          parts={payment.parts}
          chosen={chosen}
          error={attempted && isMissing ? CHOOSE_ONE : undefined}
          onChange={setChosen}
        />
      )}
      <Field
        label={t('Why do you want a refund?')}
        hint={t('One sentence is enough.')}
        error={getFieldError(form, 'reason')}
      >
        {(control) => <TextArea {...control} {...form.register('reason')} rows={3} maxLength={1000} />}
      </Field>
    </FormDialog>
  );
}

const CHOOSE_ONE = t('Choose at least one listing.');

function RefundConsequences({ payment }: { payment: Payment }) {
  const { planName, amountCents, refundedCents, listing, parts } = payment;
  if (parts.length > 0)
    return (
      <p className="mb-5 text-muted">
        {t('We’ll reply within 10 business days. A refund ends the paid time of the listings that you choose.')}
      </p>
    );
  const amount = formatDollars(amountCents - refundedCents);
  return (
    <p className="typed mb-5 text-muted">
      {listing
        ? t('{amount} for {plan} of {listing}. We’ll reply within 10 business days.', {
            amount,
            plan: planName,
            listing: listing.title,
          })
        : t('{amount} for {plan}. We’ll reply within 10 business days.', { amount, plan: planName })}{' '}
      {describeEnd(payment)}
    </p>
  );
}

/** What a refund would end. */
function describeEnd({ isCredit, term, paidTimeWithout }: Payment) {
  if (isCredit) return t('A refund removes the credit.');
  if (term && (term.endedAt || Date.parse(term.endsAt) <= Date.now()))
    return t('Its paid time is over, so nothing else ends.');
  if (!paidTimeWithout) return t('A refund ends your paid plan, and your listing continues as a free one.');
  return rich(
    'A refund ends only the paid time of this payment. By another payment, your listing stays {level} until {day}.',
    { level: LEVEL_NAMES[paidTimeWithout.level], day: <LongDate at={paidTimeWithout.until} /> },
  );
}
