import { useRef } from 'react';
import { type InboxSettingsForm, MAX_SAVED_ANSWERS } from '#contract/conversations/inbox-settings.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** The answers to insert into replies. */
export function SavedAnswerFields({ form }: { form: SchemaForm<InboxSettingsForm> }) {
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
