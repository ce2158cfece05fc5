import { useId, useState } from 'react';
import { isMovableHoliday } from '#contract/hours/holidays.ts';
import type { SpecialDay } from '#contract/hours/special-days.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateFields } from './date-fields.tsx';
import { DAY_KINDS, type DayKind, defaultDayHours, getDayKind, nextSpan } from './day-hours.ts';
import { SpanList } from './span-fields.tsx';
import { formatSpecialDay, isHolidayEntry } from './special-days.ts';

/**
 * The form fields of a day with special hours: a holiday, or a date with the choice whether it is one every year.
 * @param number of the day in the list, for labels of a date that is not chosen yet
 * @param onLeave called when the focus leaves the day
 * @param errorAt the error of a field of the day ('.on', '.hours', '.hours.0.opens')
 */
export function SpecialDayFields({
  number,
  day,
  focused,
  onChange,
  onRemove,
  onLeave,
  errorAt,
}: {
  number: number;
  day: SpecialDay;
  focused: boolean;
  onChange: (day: SpecialDay) => void;
  onRemove: () => void;
  onLeave: () => void;
  errorAt: (path: string) => string | undefined;
}) {
  const id = useId();
  const { on, hours } = day;
  // A typed date stays one when it turns out to be a holiday's.
  const [isChosenHoliday] = useState(isHolidayEntry(on));
  const isHoliday = isMovableHoliday(on) || (isChosenHoliday && isHolidayEntry(on));
  const name = on === '' ? t('date {number}', { number }) : formatSpecialDay(on);
  const spans = Array.isArray(hours) ? hours : [];
  const another = nextSpan(spans);
  const setHours = (changed: SpecialDay['hours']) => onChange({ ...day, hours: changed });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that the focus leaves.
    <div
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave()}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_11.5rem_auto]"
    >
      <div className="grid gap-1 max-sm:col-start-1">
        {isHoliday ? (
          <p className="flex min-h-12 items-center font-semibold">{name}</p>
        ) : (
          <DateFields
            on={on}
            label={t('Date {number}', { number })}
            focused={focused}
            error={errorAt('.on')}
            onChange={(changed) => onChange({ ...day, on: changed })}
          />
        )}
        {isHoliday && <FieldMessage id={`${id}-on`} error={errorAt('.on')} />}
      </div>
      <button
        type="button"
        aria-label={t('Remove {name}', { name })}
        onClick={onRemove}
        className="-mr-2 grid size-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink sm:col-start-3 sm:row-start-1"
      >
        <Icon name="x" className="size-5" />
      </button>
      <Select
        aria-label={t('Hours on {day}', { day: name })}
        value={getDayKind(hours)}
        onChange={({ target }) => setHours(defaultDayHours(target.value as DayKind) ?? 'closed')}
        className="max-sm:col-span-2 sm:col-start-2 sm:row-start-1"
      >
        {Object.entries(DAY_KINDS)
          .filter(([kind]) => kind !== '')
          .map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
      </Select>
      {(spans.length > 0 || errorAt('.hours')) && (
        <div className="col-span-full grid gap-2">
          <SpanList
            day={name}
            spans={spans}
            onChange={setHours}
            onRemove={(index) => setHours(spans.length > 1 ? spans.toSpliced(index, 1) : 'closed')}
            errorAt={(path) => errorAt(`.hours${path}`)}
          />
          <FieldMessage id={`${id}-hours`} error={errorAt('.hours')} />
          {another && (
            <Button
              variant="ghost"
              size="sm"
              className="-ml-3.5 justify-self-start"
              onClick={() => setHours([...spans, another])}
            >
              <Icon name="plus" />
              {t('Add hours')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
