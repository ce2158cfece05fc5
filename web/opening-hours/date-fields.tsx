import { useId, useState } from 'react';
import { isOnce, todayInLosAngeles, toIsoDate } from '#contract/hours/special-days.ts';
import { MAX_DAYS_AHEAD } from '#contract/hours/special-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { fromDateInput, toDateInput } from './special-days.ts';

/** The date of a day with special hours, and whether it is one every year. */
export function DateFields({
  on,
  label,
  focused,
  error,
  onChange,
}: {
  on: string;
  label: string;
  focused: boolean;
  error: string | undefined;
  onChange: (on: string) => void;
}) {
  const id = useId();
  // The choice while there is no date.
  const [chosen, setChosen] = useState(false);
  const everyYear = on === '' ? chosen : !isOnce(on);
  const today = todayInLosAngeles();
  const date = toDateInput(on, today);
  return (
    <>
      <TextInput
        type="date"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        min={toIsoDate(today)}
        max={toIsoDate(today + MAX_DAYS_AHEAD)}
        value={date}
        // The owner just asked for this field.
        autoFocus={focused}
        onChange={({ target }) => onChange(fromDateInput(target.value, everyYear))}
        className="tabular-nums"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={everyYear}
          onChange={({ target }) => {
            setChosen(target.checked);
            onChange(fromDateInput(date, target.checked));
          }}
        />
        {t('Every year')}
      </label>
      <FieldMessage id={`${id}-error`} error={error} />
    </>
  );
}
