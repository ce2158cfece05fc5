import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { REPORT_REASONS } from '#contract/reports/report-reasons.ts';
import { type ReportForm, type ReportInput, reportFormSchema } from '#contract/reports/reports.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';

const REASONS = Object.entries(REPORT_REASONS);

/** A form in which a visitor reports a listing to the administrator. */
export default function ReportDialog({
  listing,
  open,
  onClose,
}: {
  listing: ListingPage;
  open: boolean;
  onClose: () => void;
}) {
  const { user } = useUser();
  const form = useSchemaForm<ReportForm, ReportInput>({
    schema: reportFormSchema,
    onSubmit: (report) =>
      toFailure(t('We couldn’t send your report'), async () => {
        const { message } = await send<{ message: string }>('POST', `/api/ads/${listing.id}/reports`, report);
        onClose();
        form.reset();
        toast({ title: t('Report sent'), description: message, tone: 'success' });
      }),
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Report this listing')}
      focus="reason"
      submitLabel={t('Send report')}
      busyLabel={t('Sending...')}
      intro={<p className="mb-5 text-muted">{t('We review every report. The business won’t know who sent it.')}</p>}
    >
      <Field label={t('What’s wrong?')} error={getFieldError(form, 'reason')}>
        {(control) => (
          <Select {...control} {...form.register('reason')}>
            <option value="">{t('Choose a reason')}</option>
            {REASONS.map(([reason, label]) => (
              <option key={reason} value={reason}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label={t('Details')}
        optional={form.watch('reason') !== 'other'}
        hint={t('What should it say instead, and how do you know?')}
        error={getFieldError(form, 'text')}
      >
        {(control) => <TextArea {...control} {...form.register('text')} rows={3} maxLength={1000} />}
      </Field>
      {!user && (
        <Field
          label={t('Email')}
          optional
          hint={t('Only to tell you what came of it.')}
          error={getFieldError(form, 'email')}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.register('email', { setValueAs: (typed) => typed || undefined })}
              type="email"
              autoComplete="email"
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
