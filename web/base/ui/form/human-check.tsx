import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { getFieldError, type SchemaForm } from './form.tsx';
import { useFormField } from './use-form-field.ts';

interface Checked {
  leaveEmpty?: '';
}

/**
 * A field that people cannot see or reach, but programs that submit forms fill in. If it isn't empty, the form asks, because an
 * extension of the browser may have filled it in, and sends everything else after a click.
 */
export function HumanCheck<Form extends Checked>({ form }: { form: SchemaForm<Form> }) {
  const checked = form as unknown as SchemaForm<Checked>;
  const { field } = useFormField(checked, 'leaveEmpty');
  const question = getFieldError(checked, 'leaveEmpty');
  const { submitCount } = checked.formState;
  const sendAnyway = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (question && submitCount > 0) sendAnyway.current?.focus();
  }, [question, submitCount]);
  return (
    <>
      <div aria-hidden="true" className="sr-only">
        <label>
          {t('Leave this empty')}
          <input
            type="text"
            tabIndex={-1}
            autoComplete="off"
            // 1Password, LastPass and Bitwarden leave it alone.
            data-1p-ignore
            data-lpignore="true"
            data-bwignore
            name={field.name}
            value={field.value ?? ''}
            onChange={field.onChange}
          />
        </label>
      </div>
      {question && (
        <div role="alert" className="col-span-full grid justify-items-start gap-3 rounded-field bg-danger-wash p-4">
          <p>{question}</p>
          <Button ref={sendAnyway} type="submit" variant="secondary" onClick={() => checked.setValue('leaveEmpty', '')}>
            {t('Send anyway')}
          </Button>
        </div>
      )}
    </>
  );
}
