import { t } from '#contract/i18n/t.ts';
import {
  type ApiKeyCreation,
  apiKeyCreationSchema,
  type CreatedApiKey,
  KEY_DAYS,
  KEY_SCOPES,
} from '#contract/ownership/api-keys.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FormControl, FormInput, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormChecklist } from '#web/base/ui/form/form-checklist.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
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
      <FormChecklist
        form={form}
        name="scopes"
        label={t('What it may do')}
        options={KEY_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }))}
      />
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
