import { useId, useState } from 'react';
import type { AdminPayment } from '#contract/admin/payments.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDollarsAndCents } from '#contract/plans.ts';
import { rich } from '../i18n/rich.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextInput } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { type AdminActions, getActionKey } from './admin-actions.ts';
import { parseCents, validateRefundAmount } from './refund-amount.ts';

interface RefundForm {
  /** Null for the whole remaining amount. */
  dollars: string | null;
  reason: string;
  endsLevel: boolean;
}

/** Refunds a payment in two steps: a form with amount and reason, then a confirmation. */
export function RefundDialog({
  payment,
  pendingAction,
  perform,
  onClose,
}: { payment: AdminPayment; onClose: () => void } & AdminActions) {
  const formId = useId();
  const [refund, setRefund] = useState<RefundForm>({ dollars: null, reason: '', endsLevel: false });
  const [step, setStep] = useState<'form' | 'confirmation'>('form');
  const [attempted, setAttempted] = useState(false);
  const remainingCents = payment.amountCents - payment.refundedCents;
  const amountError = refund.dollars === null ? null : validateRefundAmount(refund.dollars, remainingCents);
  const amountCents = (refund.dollars === null ? remainingCents : parseCents(refund.dollars)) ?? 0;
  const isAll = amountCents === remainingCents;
  const reason = refund.reason.trim();
  const busy = pendingAction === getActionKey('refund', payment.id);

  const review = () => {
    setAttempted(true);
    if (!amountError && reason) setStep('confirmation');
  };
  const submitRefund = async () => {
    await perform('refund', payment.id, {
      amountCents,
      refundedCents: payment.refundedCents,
      reason,
      endsLevel: isAll || refund.endsLevel,
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
          <p className="typed text-muted">
            <Remaining payment={payment} remainingCents={remainingCents} />
          </p>
          <AmountFields
            refund={refund}
            remainingCents={remainingCents}
            error={attempted ? amountError : null}
            onChange={setRefund}
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
                onChange={({ target }) => setRefund({ ...refund, reason: target.value })}
              />
            )}
          </Field>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={isAll || refund.endsLevel}
              disabled={isAll}
              onChange={({ target }) => setRefund({ ...refund, endsLevel: target.checked })}
            />
            <span>
              <span className="font-semibold">{t('End the paid plan now')}</span>
              {isAll && <span className="block text-muted text-sm">{t('A full refund always ends it.')}</span>}
            </span>
          </label>
        </form>
      ) : (
        <Confirmation payment={payment} amountCents={amountCents} endsLevel={isAll || refund.endsLevel} />
      )}
    </Dialog>
  );
}

function Remaining({ payment, remainingCents }: { payment: AdminPayment; remainingCents: number }) {
  const { planName: plan, account } = payment;
  const username = <bdi className="font-semibold text-ink">{account.username}</bdi>;
  const [left, amount] = [formatDollarsAndCents(remainingCents), formatDollarsAndCents(payment.amountCents)];
  return payment.refundedCents > 0
    ? rich('{plan} of {username}. {left} is left of {amount} can be refunded.', { plan, username, left, amount })
    : rich('{plan} of {username}. {left} of {amount} can be refunded.', { plan, username, left, amount });
}

function AmountFields({
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

function Confirmation({
  payment: { account, card, listing, isCredit },
  amountCents,
  endsLevel,
}: {
  payment: AdminPayment;
  amountCents: number;
  endsLevel: boolean;
}) {
  const amount = <strong>{formatDollarsAndCents(amountCents)}</strong>;
  const username = <bdi className="font-semibold">{account.username}</bdi>;
  return (
    <div className="grid gap-3">
      <p className="typed">
        {card
          ? rich('{amount} will be refunded to {username}, to the card ending {last4}. This can’t be undone.', {
              amount,
              username,
              last4: card.last4,
            })
          : rich('{amount} will be refunded to {username}. This can’t be undone.', { amount, username })}
      </p>
      <p className="typed">{describeConsequence()}</p>
    </div>
  );

  function describeConsequence() {
    if (isCredit) return endsLevel ? t('The credit will be removed.') : t('The credit stays.');
    if (!listing)
      return endsLevel
        ? t('The listing loses its paid plan now.')
        : t('The listing keeps its paid plan until the term ends.');
    const title = <bdi className="font-semibold">{listing.title}</bdi>;
    return endsLevel
      ? rich('{listing} loses its paid plan now.', { listing: title })
      : rich('{listing} keeps its paid plan until the term ends.', { listing: title });
  }
}
