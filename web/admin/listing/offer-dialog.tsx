import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { LISTING_INVITATION_DAYS, type OfferForm, offerFormSchema } from '#contract/ownership/invitations.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { invalidateEverything } from './desk-queries.ts';

/** Offers a listing to somebody by email. @param path of the offer in the API */
export default function OfferDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm<OfferForm>({
    schema: offerFormSchema,
    defaultValues: { email: '', reason: '' },
    onSubmit: async (offer) => {
      const failure = await toFailure(t('That didn’t work'), () => send('POST', path, offer));
      if (failure) return failure;
      toast({ title: t('Offered to {email}', { email: offer.email }), tone: 'success' });
      onClose();
      await invalidateEverything(client);
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Give this listing to its owner')}
      intro={
        <p className="mb-4">
          {t(
            'We email a link that works once, for {days} days. They sign in or create an account with this address, and accept or decline.',
            { days: LISTING_INVITATION_DAYS },
          )}
        </p>
      }
      focus="email"
      submitLabel={t('Send')}
      busyLabel={t('Sending...')}
    >
      <FormInput form={form} name="email" label={t('Email of the owner')} type="email" autoComplete="off" />
      <FormInput form={form} name="reason" label={t('Reason')} hint={t('For the audit log. They don’t see it.')} />
    </FormDialog>
  );
}
