import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  type InboxSettings,
  type InboxSettingsForm,
  inboxSettingsChangeSchema,
  MAX_SAVED_ANSWERS,
} from '#contract/conversations/inbox-settings.ts';
import { t } from '#contract/i18n/t.ts';
import { send } from '../../app/api.ts';
import { toFailure } from '../../app/run-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextInput } from '../../ui/form/controls.tsx';
import { Field } from '../../ui/form/field.tsx';
import { getFieldError, type SchemaForm, useSchemaForm } from '../../ui/form/form.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { useFormGroup } from '../../ui/form/use-form-group.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { inboxSettingsQuery } from '../conversation-queries.ts';

/** The answers to insert into replies, and the automatic one. */
export default function SettingsDialog({ settings, onClose }: { settings: InboxSettings; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm<InboxSettingsForm, InboxSettings>({
    schema: inboxSettingsChangeSchema,
    defaultValues: settings,
    onSubmit: (changed) =>
      toFailure(t('We couldn’t save your answers'), async () => {
        const saved = await send<InboxSettings>('PUT', '/api/user/inbox-settings', changed);
        client.setQueryData(inboxSettingsQuery.queryKey, saved);
        toast({ title: t('Answers saved'), tone: 'success' });
        onClose();
      }),
  });
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Saved answers')}
      focus="answers"
      submitLabel={t('Save')}
      busyLabel={t('Saving...')}
      intro={
        <p className="mb-5 text-muted">
          {t('Insert them when you answer a customer, and change them before you send.')}
        </p>
      }
    >
      <Answers form={form} />
      <Away form={form} />
    </FormDialog>
  );
}

type SettingsForm = SchemaForm<InboxSettingsForm>;

function Answers({ form }: { form: SettingsForm }) {
  const group = useFormGroup(form, 'answers');
  const list = useRef<HTMLDivElement>(null);
  const answers = group.value;
  const change = (index: number, part: Partial<(typeof answers)[number]>) =>
    group.onChange(answers.map((answer, i) => (i === index ? { ...answer, ...part } : answer)));
  const remove = (index: number) => {
    // The clicked button is removed with its answer.
    list.current?.focus();
    group.onChange(answers.filter((_, i) => i !== index));
  };
  return (
    <div ref={group.ref} className="grid gap-4">
      <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
        {answers.map(({ title, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id but their position.
          <div key={index} className="grid gap-3 border-l-2 pl-4">
            <div className="flex items-start gap-1">
              <Field
                label={t('Title {number}', { number: index + 1 })}
                error={group.errorAt(`${index}.title`)}
                className="grow"
              >
                {(control) => (
                  <TextInput
                    {...control}
                    maxLength={60}
                    value={title}
                    onChange={({ target }) => change(index, { title: target.value })}
                    onBlur={group.onBlur}
                  />
                )}
              </Field>
              <Button variant="ghost" className="mt-7.5" onClick={() => remove(index)}>
                <Icon name="trash-2" />
                <span className="sr-only">{t('Remove answer {number}', { number: index + 1 })}</span>
              </Button>
            </div>
            <Field label={t('Answer {number}', { number: index + 1 })} error={group.errorAt(`${index}.text`)}>
              {(control) => (
                <TextArea
                  {...control}
                  rows={3}
                  maxLength={2000}
                  value={text}
                  onChange={({ target }) => change(index, { text: target.value })}
                  onBlur={group.onBlur}
                />
              )}
            </Field>
          </div>
        ))}
      </div>
      {answers.length < MAX_SAVED_ANSWERS && (
        <p>
          <Button variant="secondary" size="sm" onClick={() => group.onChange([...answers, { title: '', text: '' }])}>
            <Icon name="plus" />
            {t('Add an answer')}
          </Button>
        </p>
      )}
    </div>
  );
}

function Away({ form }: { form: SettingsForm }) {
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
