import { useId, useState } from 'react';
import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans/plans.ts';
import { type AdminActions, getActionKey } from '#web/admin/admin-actions.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getLeftParts, PartChoices } from '#web/payments/history/part-choices.tsx';
import { AmountFields, type RefundForm, Remaining } from './amount-fields.tsx';
import { parseCents, validateRefundAmount } from './refund-amount.ts';
import { RefundConfirmation } from './refund-confirmation.tsx';

/** Refunds a payment in two steps: a form with amount and reason, then a confirmation. */
export function RefundDialog({
  payment,
  pendingAction,
  perform,
  onClose,
}: { payment: AdminPayment; onClose: () => void } & AdminActions) {
  const formId = useId();
  const left = getLeftParts(payment);
  const [refund, setRefund] = useState<RefundForm>({
    dollars: null,
    reason: '',
    endsLevel: false,
    partIds: payment.refundRequest?.status === 'open' ? (payment.refundRequest.partIds ?? left) : left,
  });
  const [step, setStep] = useState<'form' | 'confirmation'>('form');
  const [attempted, setAttempted] = useState(false);
  const { amountError, partsError, amountCents, isAll, isOfParts, reason } = readRefund(payment, refund);
  const busy = pendingAction === getActionKey('refund', payment.id);

  const review = () => {
    setAttempted(true);
    if (!amountError && !partsError && reason) setStep('confirmation');
  };
  const submitRefund = async () => {
    await perform('refund', payment.id, {
      amountCents,
      refundedCents: payment.refundedCents,
      reason,
      endsLevel: isAll || refund.endsLevel,
      ...(isOfParts && { partIds: refund.partIds }),
    });
    // Also after a failure: a modal dialog makes the toast below it inert and silent.
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Refund payment')}
      actions={
        step === 'form' ? (
          <>
            <Button type="submit" form={formId}>
              {t('Continue')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {t('Cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="danger" busy={busy} onClick={submitRefund}>
              {busy ? t('Refunding...') : t('Refund {amount}', { amount: formatDollarsAndCents(amountCents) })}
            </Button>
            <Button variant="secondary" disabled={busy} onClick={() => setStep('form')}>
              {t('Back')}
            </Button>
          </>
        )
      }
    >
      {step === 'form' ? (
        <form
          id={formId}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            review();
          }}
        >
          <RefundFields payment={payment} refund={refund} attempted={attempted} onChange={setRefund} />
        </form>
      ) : (
        <RefundConfirmation
          payment={payment}
          amountCents={amountCents}
          endsLevel={isAll || refund.endsLevel}
          partIds={refund.partIds}
        />
      )}
    </Dialog>
  );
}

function readRefund(payment: AdminPayment, { dollars, reason, partIds }: RefundForm) {
  const left = payment.parts.filter(({ isReturned }) => !isReturned);
  const isOfParts = partIds.length < left.length;
  const unreturnedCents = payment.amountCents - payment.refundedCents;
  const partsCents = left.reduce((sum, { id, amountCents }) => sum + (partIds.includes(id) ? amountCents : 0), 0);
  const remainingCents = isOfParts ? Math.min(unreturnedCents, partsCents) : unreturnedCents;
  const amountCents = (dollars === null ? remainingCents : parseCents(dollars)) ?? 0;
  return {
    remainingCents,
    isOfParts,
    partsError: isOfParts && partIds.length === 0 ? t('Choose at least one listing.') : null,
    amountError: dollars === null ? null : validateRefundAmount(dollars, remainingCents),
    amountCents,
    isAll: amountCents === remainingCents,
    reason: reason.trim(),
  };
}

function RefundFields({
  payment,
  refund,
  attempted,
  onChange,
}: {
  payment: AdminPayment;
  refund: RefundForm;
  /** Whether errors are shown. */
  attempted: boolean;
  onChange: (refund: RefundForm) => void;
}) {
  const { remainingCents, amountError, partsError, isAll, reason } = readRefund(payment, refund);
  return (
    <>
      {payment.parts.length > 0 && (
        <PartChoices
          legend={t('For which listings?')}
          parts={payment.parts}
          chosen={refund.partIds}
          error={(attempted && partsError) || undefined}
          onChange={(partIds) => onChange({ ...refund, partIds })}
        />
      )}
      <p className="typed text-muted">
        <Remaining payment={payment} remainingCents={remainingCents} />
      </p>
      <AmountFields
        refund={refund}
        remainingCents={remainingCents}
        error={attempted ? amountError : null}
        onChange={onChange}
      />
      <Field
        label={t('Reason')}
        hint={t('Shown on the receipt.')}
        error={attempted && !reason ? t('Reason is required') : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={1000}
            value={refund.reason}
            onChange={({ target }) => onChange({ ...refund, reason: target.value })}
          />
        )}
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={isAll || refund.endsLevel}
          disabled={isAll}
          onChange={({ target }) => onChange({ ...refund, endsLevel: target.checked })}
        />
        <span>
          <span className="font-semibold">{t('End the paid plan now')}</span>
          {isAll && <span className="block text-muted text-sm">{t('A full refund always ends it.')}</span>}
        </span>
      </label>
    </>
  );
}
