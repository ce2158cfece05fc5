import { t } from '#contract/i18n/t.ts';
import {
  type ApiKeyCreation,
  apiKeyCreationSchema,
  type CreatedApiKey,
  KEY_DAYS,
  KEY_SCOPES,
  type KeyScope,
} from '#contract/ownership/api-keys.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { FormControl, FormInput, type SchemaForm, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { API_KEYS_PATH, SCOPE_LABELS } from './key-values.ts';

/** Asks what a new API key is for and what it may do, and creates it. */
export function NewKeyDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (created: CreatedApiKey) => void;
}) {
  const form = useSchemaForm<ApiKeyCreation>({
    schema: apiKeyCreationSchema,
    defaultValues: { name: '', scopes: ['listings:read'], days: 365 },
    onSubmit: (values) =>
      toFailure(t('Couldn’t create the key'), async () => {
        const created = await send<CreatedApiKey>('POST', API_KEYS_PATH, values);
        onCreated(created);
      }),
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Create an API key')}
      focus="name"
      submitLabel={t('Create')}
      busyLabel={t('Creating...')}
      intro={null}
    >
      <FormInput form={form} name="name" label={t('Name')} hint={t('What uses the key, such as “Our CRM”.')} />
      <ScopesField form={form} />
      <FormControl form={form} name="days" label={t('Works for')}>
        {({ value, onChange, ...control }) => (
          <Select
            {...control}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
          >
            {KEY_DAYS.map((days) => (
              <option key={days} value={days}>
                {t('{days, plural, one {# day} other {# days}}', { days })}
              </option>
            ))}
            <option value="">{t('Until you revoke it')}</option>
          </Select>
        )}
      </FormControl>
    </FormDialog>
  );
}

function ScopesField({ form }: { form: SchemaForm<ApiKeyCreation> }) {
  const { value, onChange, onBlur, errorAt, ref } = useFormGroup(form, 'scopes');
  const error = errorAt('');
  const toggle = (scope: KeyScope, isOn: boolean) =>
    onChange(KEY_SCOPES.filter((other) => (other === scope ? isOn : value.includes(other))));
  return (
    <fieldset ref={ref} aria-describedby={error ? 'scopes-error' : undefined}>
      <legend className="font-semibold">{t('What it may do')}</legend>
      {KEY_SCOPES.map((scope) => (
        <label key={scope} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            checked={value.includes(scope)}
            aria-invalid={error ? true : undefined}
            onBlur={onBlur}
            onChange={({ target }) => toggle(scope, target.checked)}
          />
          {SCOPE_LABELS[scope]}
        </label>
      ))}
      <FieldMessage id="scopes-error" error={error} />
    </fieldset>
  );
}
