import type { InboxSettingsForm } from '#contract/conversations/inbox-settings.ts';
import { t } from '#contract/i18n/t.ts';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';

/** The automatic answer, and its last day. */
export function AwayFields({ form }: { form: SchemaForm<InboxSettingsForm> }) {
  const away = form.watch('away');
  const change = (next: InboxSettingsForm['away']) =>
    form.setValue('away', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <div className="grid gap-4 border-t pt-5">
      <Switch
        label={t('Answer automatically')}
        hint={t('Customers who write for the first time get it at once. It doesn’t count as your answer.')}
        checked={away !== null}
        onChange={({ target }) => change(target.checked ? { text: '', until: null } : null)}
      />
      {away && (
        <>
          <Field label={t('Automatic answer')} error={getFieldError(form, 'away.text')}>
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={1000}
                value={away.text}
                onChange={({ target }) => change({ ...away, text: target.value })}
              />
            )}
          </Field>
          <Field label={t('Last day')} optional error={getFieldError(form, 'away.until')}>
            {(control) => (
              <TextInput
                {...control}
                type="date"
                className="w-auto!"
                value={away.until ?? ''}
                onChange={({ target }) => change({ ...away, until: target.value || null })}
              />
            )}
          </Field>
        </>
      )}
    </div>
  );
}
