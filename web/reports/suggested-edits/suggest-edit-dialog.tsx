import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { SUGGESTED_EDIT_KINDS, type SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';
import { z } from '#contract/zod.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';

// The API checks the value: its schema would bring that of the whole listing with it.
const schema = z.object({
  kind: z.enum(
    Object.keys(SUGGESTED_EDIT_KINDS) as [SuggestedEditKind, ...SuggestedEditKind[]],
    t('Choose what’s wrong'),
  ),
  value: z.string(),
});

const VALUE_FIELDS: { [Kind in SuggestedEditKind]?: { label: string; hint?: string; type?: 'tel' | 'url' } } = {
  phone: { label: t('The right phone number'), type: 'tel' },
  hours: { label: t('The right hours'), hint: t('For example: Mon–Fri 9 AM–5 PM, Sat 10 AM–2 PM') },
  address: { label: t('The right street address') },
  website: { label: t('The right website'), hint: t('Starts with https://'), type: 'url' },
  duplicate: { label: t('Link of the other listing'), hint: t('Copy it from the address bar of its page.') },
};

/** A form in which a visitor suggests what to change in a listing. */
export default function SuggestEditDialog({
  listing,
  open,
  onClose,
}: {
  listing: ListingPage;
  open: boolean;
  onClose: () => void;
}) {
  const form = useSchemaForm({
    schema,
    defaultValues: { value: '' },
    onSubmit: (edit) =>
      toFailure(t('We couldn’t send your suggestion'), async () => {
        const { message } = await send<{ message: string }>('POST', `/api/ads/${listing.id}/suggested-edits`, edit);
        onClose();
        form.reset();
        toast({ title: t('Suggestion sent'), description: message, tone: 'success' });
      }),
  });
  const kind = form.watch('kind');
  const field = VALUE_FIELDS[kind];
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={t('Suggest an edit')}
      focus="kind"
      submitLabel={t('Send suggestion')}
      busyLabel={t('Sending...')}
      intro={
        <p className="mb-5 text-muted">
          {t('The business, or our team, checks every suggestion before anything changes.')}
        </p>
      }
    >
      <Field label={t('What’s wrong?')} error={getFieldError(form, 'kind')}>
        {(control) => (
          <Select {...control} {...form.register('kind', { onChange: () => form.setValue('value', '') })}>
            <option value="">{t('Choose what’s wrong')}</option>
            {Object.entries(SUGGESTED_EDIT_KINDS)
              // A business that publishes no street has none to correct.
              .filter(([value]) => !(value === 'address' && listing.serviceAreaOnly))
              .map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </Select>
        )}
      </Field>
      {field && (
        <Field label={field.label} hint={field.hint} error={getFieldError(form, 'value')}>
          {(control) =>
            kind === 'hours' ? (
              <TextArea {...control} {...form.register('value')} rows={3} maxLength={300} />
            ) : (
              <TextInput {...control} {...form.register('value')} type={field.type ?? 'text'} />
            )
          }
        </Field>
      )}
    </FormDialog>
  );
}
