import { useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_QUESTIONS } from '#contract/listing-fields/listing-field-schemas.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** Questions of customers with their answers, for the listing's page and voice search. */
export function FaqFields({ form }: { form: SchemaForm<ListingForm> }) {
  const field = useFormGroup(form, 'faq');
  const [added, setAdded] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const questions = field.value ?? [];
  const change = (index: number, part: Partial<(typeof questions)[number]>) => {
    setAdded(undefined);
    field.onChange(questions.map((item, i) => (i === index ? { ...item, ...part } : item)));
  };
  const add = () => {
    setAdded(questions.length);
    field.onChange([...questions, { question: '', answer: '' }]);
  };
  const remove = (index: number) => {
    // The clicked button is removed with its question.
    list.current?.focus();
    setAdded(undefined);
    field.onChange(questions.filter((_, i) => i !== index));
  };
  return (
    <fieldset ref={field.ref}>
      <legend className="font-semibold">
        {t('Questions and answers')} <span className="font-normal text-muted">{t('(optional)')}</span>
      </legend>
      <p className="mt-1 text-muted text-sm">
        {t('What people ask you most. Search engines and voice assistants can read these.')}
      </p>
      <div ref={list} tabIndex={-1} className="mt-4 grid gap-4 outline-none">
        {questions.map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id but their position.
          <div key={index} className="grid gap-3 border-l-2 pl-4">
            <div className="flex items-start gap-1">
              <Field
                label={t('Question {number}', { number: index + 1 })}
                error={field.errorAt(`${index}.question`)}
                className="grow"
              >
                {(control) => (
                  <TextInput
                    {...control}
                    // A question just added gets the focus.
                    ref={(input) => {
                      if (index === added) input?.focus();
                    }}
                    required={false}
                    maxLength={150}
                    autoComplete="off"
                    value={question}
                    onChange={({ target }) => change(index, { question: target.value })}
                    onBlur={field.onBlur}
                  />
                )}
              </Field>
              <button
                type="button"
                aria-label={t('Remove question {number}', { number: index + 1 })}
                onClick={() => remove(index)}
                className="-mr-2 grid min-h-12 w-11 shrink-0 translate-y-8 place-items-center rounded-field text-muted hover:text-ink"
              >
                <Icon name="x" className="size-5" />
              </button>
            </div>
            <Field label={t('Answer {number}', { number: index + 1 })} error={field.errorAt(`${index}.answer`)}>
              {(control) => (
                <TextArea
                  {...control}
                  required={false}
                  rows={2}
                  maxLength={500}
                  value={answer}
                  onChange={({ target }) => change(index, { answer: target.value })}
                  onBlur={field.onBlur}
                />
              )}
            </Field>
          </div>
        ))}
        {questions.length < MAX_QUESTIONS && (
          <Button variant="secondary" size="sm" className="justify-self-start" onClick={add}>
            <Icon name="plus" />
            {t('Add a question')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
