import { useRef, useState } from 'react';
import { CALIFORNIA_HOLIDAYS } from '#contract/hours/holidays.ts';
import type { SpecialDay } from '#contract/hours/special-days.ts';
import { MAX_SPECIAL_DAYS } from '#contract/hours/special-hours.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { Button } from '#web/base/ui/button.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { SpecialDayFields } from './special-day-fields.tsx';
import { closedOn } from './special-days.ts';

/** The form fields for days with hours of their own: holidays with one tap, and other dates, once or every year. */
export function SpecialHoursFields({ form }: { form: SchemaForm<ListingForm> }) {
  const field = useFormGroup(form, 'specialHours');
  // The date that was just added gets the focus.
  const [added, setAdded] = useState<number>();
  const [status, setStatus] = useState('');
  const holidays = useRef<HTMLDivElement>(null);
  const days: SpecialDay[] = field.value ?? [];
  const keys = useRef<number[]>([]);
  while (keys.current.length < days.length) keys.current.push((keys.current.at(-1) ?? 0) + 1);
  const isFull = days.length >= MAX_SPECIAL_DAYS;
  const add = (on: string) => {
    setAdded(on === '' ? days.length : undefined);
    field.onChange([...days, closedOn(on)]);
  };
  const remove = (index: number) => {
    // The clicked button is removed with its day.
    holidays.current?.focus();
    setAdded(undefined);
    setStatus(t('Day removed'));
    keys.current.splice(index, 1);
    field.onChange(days.toSpliced(index, 1));
  };
  return (
    <fieldset ref={field.ref}>
      <legend className="font-semibold">
        {t('Special hours')} <span className="font-normal text-muted">{t('(optional)')}</span>
      </legend>
      <p className="mt-1 text-muted text-sm">
        {t(
          'Days when your hours differ. Tap the holidays you’re closed on, every year. You can then set hours for any of them.',
        )}
      </p>
      <div ref={holidays} tabIndex={-1} className="mt-3 flex flex-wrap gap-2 outline-none">
        {CALIFORNIA_HOLIDAYS.filter(({ on }) => !days.some((day) => day.on === on)).map(({ on, name }) => (
          <button
            key={on}
            type="button"
            disabled={isFull}
            className="chip"
            onClick={() => {
              holidays.current?.focus();
              add(on);
              setStatus(t('{holiday} added, closed every year', { holiday: name }));
            }}
          >
            <Icon name="plus" />
            {name}
          </button>
        ))}
      </div>
      {days.length > 0 && (
        <ul className="mt-4 divide-y border-y">
          {days.map((day, index) => (
            <li key={keys.current[index]}>
              <SpecialDayFields
                number={index + 1}
                day={day}
                focused={added === index}
                onChange={(changed) => field.onChange(days.with(index, changed))}
                onRemove={() => remove(index)}
                onLeave={field.onBlur}
                errorAt={(path) => field.errorAt(index + path)}
              />
            </li>
          ))}
        </ul>
      )}
      <FieldMessage id="special-hours-note" error={field.errorAt('')} />
      {!isFull && (
        <Button variant="secondary" size="sm" className="mt-3" onClick={() => add('')}>
          <Icon name="plus" />
          {t('Add another date')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {status}
      </p>
    </fieldset>
  );
}
