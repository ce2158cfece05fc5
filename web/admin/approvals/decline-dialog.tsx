import { useId, useState } from 'react';
import type { WaitingListing } from '#contract/admin/approvals.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useApprovalRequests } from './approval-queries.ts';

/** Asks for the reason for declining a listing. */
export function DeclineDialog({
  listing,
  onClose,
  onDone,
}: {
  listing: WaitingListing;
  onClose: () => void;
  onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { decline } = useApprovalRequests();
  const formId = useId();
  const confirm = async () => {
    setBusy(true);
    const failed = await toFailure(t('Not declined'), async () => {
      await decline(listing, reason);
      onDone();
      toast({ title: t('Listing declined'), description: t('We’ll email its owner the reason.'), tone: 'success' });
    });
    setBusy(false);
    setFailure(failed?.message);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Decline “{listing}”?', { listing: listing.title })}
      actions={
        <>
          <Button type="submit" form={formId} variant="danger" busy={busy} disabled={reason.trim() === ''}>
            {busy ? t('Declining...') : t('Decline')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && reason.trim() !== '') void confirm();
        }}
      >
        <p>
          {t(
            'Visitors won’t see it. Its owner is emailed the reason, and can edit it but not show it: you can, under Hidden.',
          )}
          {listing.payments > 0 && (
            <> {t('It’s paid for. The payment becomes a credit, and the email says how to ask for a refund.')}</>
          )}
        </p>
        <Field label={t('Reason')} hint={t('The owner will see this.')} error={failure}>
          {(control) => (
            <TextArea
              {...control}
              ref={setAutofocus}
              rows={3}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

// A dialog that opens focuses the element with this attribute, which React does not write to the DOM.
const setAutofocus = (field: HTMLTextAreaElement | null) => field?.setAttribute('autofocus', '');
