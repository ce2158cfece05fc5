import clsx from 'clsx';
import { useId } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ReviewForm as Values } from '#contract/reviews/reviews.ts';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { Star } from './stars.tsx';

const LABELS = [t('1: terrible'), t('2: poor'), t('3: all right'), t('4: good'), t('5: excellent')];

/** From one to five stars: a press or the arrow keys choose. */
export function StarsField({ form }: { form: SchemaForm<Values> }) {
  const { value, onChange, onBlur, errorAt, ref } = useFormGroup(form, 'stars');
  const noteId = useId();
  const error = errorAt('');
  const chosen = value ?? 0;
  return (
    <fieldset
      ref={ref}
      aria-describedby={error || chosen > 0 ? noteId : undefined}
      className="grid content-start gap-1"
    >
      <legend className="font-semibold">{t('Stars')}</legend>
      <div className="flex">
        {LABELS.map((label, index) => (
          <label
            key={label}
            className={clsx(
              'relative grid size-11 place-items-center rounded-field text-2xl text-poppy-text',
              'hover:bg-poppy-wash has-focus-visible:outline-3 has-focus-visible:outline-pacific',
            )}
          >
            <Star filled={index < chosen} />
            <span className="sr-only">{label}</span>
            <input
              type="radio"
              name="stars"
              value={index + 1}
              checked={chosen === index + 1}
              onChange={() => onChange(index + 1)}
              onBlur={onBlur}
              aria-invalid={error ? true : undefined}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </label>
        ))}
      </div>
      <FieldMessage id={noteId} hint={LABELS[chosen - 1]} error={error} />
    </fieldset>
  );
}
