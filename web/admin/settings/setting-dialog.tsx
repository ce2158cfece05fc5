import { useState } from 'react';
import type { AdminSetting } from '#contract/admin/setting-changes.ts';
import { SETTING_CHOICES, SETTING_LABELS } from '#contract/admin/setting-labels.ts';
import { SETTING_INPUTS, SETTING_SCHEMAS, type SettingValue } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { boundsHint } from '#web/admin/bounds-hint.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { ListArea } from '#web/base/ui/form/list-area.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { formatSetting } from './format-setting.ts';
import { useChangeSetting } from './setting-queries.ts';

/** Changes a setting, or resets it to its default. Where somebody else was first, it shows their value above the own one, which the next attempt replaces. */
export function SettingDialog({ setting, onClose }: { setting: AdminSetting; onClose: () => void }) {
  const { key, defaultValue, isDefault } = setting;
  const { label, usedBy } = SETTING_LABELS[key];
  const input = SETTING_INPUTS[key];
  const choices = typeof defaultValue === 'boolean' ? [true, false] : Object.keys(SETTING_CHOICES[key] ?? {});
  const [openedVersion] = useState(setting.version);
  const [isResetting, setIsResetting] = useState(false);
  const changeSetting = useChangeSetting();
  const save = async (value: SettingValue | null) => {
    const failure = await changeSetting(key, { value, version: setting.version });
    if (failure) return failure;
    toast({
      title: value === null ? t('{setting} reset', { setting: label }) : t('{setting} saved', { setting: label }),
      description: t('It takes effect within a minute.'),
      tone: 'success',
    });
    onClose();
    return undefined;
  };
  const schema: z.ZodType<SettingValue, SettingValue> = SETTING_SCHEMAS[key];
  const form = useSchemaForm<{ value: string }, { value: SettingValue }>({
    schema: z.object({
      value: z
        .string()
        .transform(PARSERS[typeof defaultValue as keyof typeof PARSERS])
        .pipe(schema),
    }),
    defaultValues: { value: String(setting.value) },
    onSubmit: ({ value }) => save(value),
  });
  const reset = async () => {
    setIsResetting(true);
    const failure = await save(null);
    setIsResetting(false);
    if (failure) form.setError('root', { message: failure.message });
  };
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={label}
      intro={<p className="mb-4 text-muted">{usedBy}</p>}
      focus="value"
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
    >
      {setting.version !== openedVersion && (
        <div className="wrap-anywhere rounded-field border p-3.5">
          <p className="text-muted text-sm">
            {setting.changedBy
              ? t('Saved by {username} meanwhile', { username: setting.changedBy })
              : t('Saved meanwhile')}
          </p>
          <p className="whitespace-pre-line font-semibold">
            {setting.value === '' ? t('Not set') : formatSetting(key, setting.value)}
          </p>
        </div>
      )}
      <FormControl
        form={form}
        name="value"
        label={label}
        hint={boundsHint(schema)}
        optional={key.endsWith('Url') || input !== undefined}
      >
        {(control) =>
          choices.length > 0 ? (
            <Select {...control}>
              {choices.map((value) => (
                <option key={String(value)} value={String(value)}>
                  {formatSetting(key, value)}
                </option>
              ))}
            </Select>
          ) : input === 'list' ? (
            <ListArea {...control} defaultValue={String(setting.value)} rows={8} />
          ) : input === 'lines' ? (
            <TextArea {...control} rows={4} />
          ) : (
            <TextInput
              {...control}
              autoComplete="off"
              {...(typeof defaultValue === 'number' && { inputMode: 'numeric' })}
              {...(key.endsWith('Url') && { inputMode: 'url', placeholder: 'https://' })}
            />
          )
        }
      </FormControl>
      <div className="grid justify-items-start gap-2 border-t pt-4">
        <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">
          {defaultValue === ''
            ? t('Default: not set')
            : t('Default: {value}', { value: formatSetting(key, defaultValue) })}
        </p>
        {!isDefault && (
          <Button variant="secondary" size="sm" busy={isResetting} disabled={form.busy} onClick={reset}>
            {t('Reset to default')}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}

/** How the text of the form is read, by the type of the setting. A number is whole as typed; NaN for anything else. */
const PARSERS = {
  string: (text: string): SettingValue => text,
  number: (text: string): SettingValue => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN),
  boolean: (text: string): SettingValue => text === 'true',
};
