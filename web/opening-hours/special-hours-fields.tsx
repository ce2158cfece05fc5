import { useRef, useState } from 'react';
import { isClosedPeriod } from '#contract/hours/closed-periods.ts';
import { CALIFORNIA_HOLIDAYS } from '#contract/hours/holidays.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { SpecialDayFields } from './special-day-fields.tsx';
import { closedOn } from './special-days.ts';
import type { SpecialHours } from './use-special-hours.ts';

/** The form fields for days with hours of their own: holidays with one tap, and other dates, once or every year. */
export function SpecialHoursFields({ specialHours }: { specialHours: SpecialHours }) {
  const { days, keys, isFull, errorAt } = specialHours;
  // The date that was just added gets the focus.
  const [added, setAdded] = useState<number>();
  const [status, setStatus] = useState('');
  const holidays = useRef<HTMLDivElement>(null);
  const shown = days.map((day, index) => ({ day, index })).filter(({ day }) => !isClosedPeriod(day.on));
  const add = (on: string) => {
    setAdded(on === '' ? days.length : undefined);
    specialHours.add(closedOn(on));
  };
  const remove = (index: number) => {
    // The clicked button is removed with its day.
    holidays.current?.focus();
    setAdded(undefined);
    setStatus(t('Day removed'));
    specialHours.remove(index);
  };
  return (
    <fieldset>
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
      {shown.length > 0 && (
        <ul className="mt-4 divide-y border-y">
          {shown.map(({ day, index }, position) => (
            <li key={keys[index]}>
              <SpecialDayFields
                number={position + 1}
                day={day}
                focused={added === index}
                onChange={(changed) => specialHours.change(index, changed)}
                onRemove={() => remove(index)}
                onLeave={specialHours.onBlur}
                errorAt={(path) => errorAt(index + path)}
              />
            </li>
          ))}
        </ul>
      )}
      <FieldMessage id="special-hours-note" error={errorAt('')} />
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
