import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DayHours, type Span, WEEKDAYS, type Weekday } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { DAY_KINDS, type DayKind, defaultDayHours, getDayKind, nextSpan, weekdayName } from './day-hours.ts';
import { SpanList } from './span-fields.tsx';

/** Copies a day's hours to other days; `announcement` says so. */
type CopyHandler = (days: readonly Weekday[], announcement: string) => void;

/**
 * The form fields for the opening hours of one weekday.
 * @param onLeave called when the focus leaves the day
 * @param errorAt the error of the day (''), or of a field of it ('.0.opens')
 */
export function DayFields({
  day,
  value,
  onChange,
  onLeave,
  onCopy,
  errorAt,
}: {
  day: Weekday;
  value: DayHours | null;
  onChange: (value: DayHours | null) => void;
  onLeave: () => void;
  onCopy: CopyHandler;
  errorAt: (path: string) => string | undefined;
}) {
  const id = useId();
  const name = weekdayName(day);
  const spans = Array.isArray(value) ? value : [];
  const another = nextSpan(spans);
  const error = errorAt('');
  const fields = useRef<HTMLDivElement>(null);
  const add = (span: Span) => {
    flushSync(() => onChange([...spans, span]));
    [...(fields.current?.querySelectorAll('input') ?? [])].at(-2)?.focus();
  };
  const remove = (index: number) => {
    fields.current?.querySelector('select')?.focus();
    onChange(spans.length > 1 ? spans.toSpliced(index, 1) : null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that the focus leaves.
    <div
      ref={fields}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave()}
      className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-[6.5rem_11.5rem_minmax(0,1fr)]"
    >
      <label htmlFor={id} className="flex min-h-12 items-center font-semibold">
        {name}
      </label>
      <Select
        id={id}
        value={getDayKind(value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-note`}
        onChange={({ target }) => onChange(defaultDayHours(target.value as DayKind))}
      >
        {Object.entries(DAY_KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
      {value !== null && (
        <div className="col-span-2 grid gap-2 sm:col-span-1">
          <SpanList day={name} spans={spans} onChange={onChange} onRemove={remove} errorAt={errorAt} />
          <FieldMessage id={`${id}-note`} error={error} />
          <div className="-ml-3.5 flex flex-wrap gap-x-1">
            {another && (
              <Button variant="ghost" size="sm" onClick={() => add(another)}>
                <Icon name="plus" />
                {t('Add hours')}
              </Button>
            )}
            <CopyButtons name={name} day={day} onCopy={onCopy} />
          </div>
        </div>
      )}
    </div>
  );
}

const WORKDAYS = WEEKDAYS.slice(0, 5);

/** Buttons that copy the hours of a day to other days. */
function CopyButtons({ name, day, onCopy }: { name: string; day: Weekday; onCopy: CopyHandler }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const copy = (days: readonly Weekday[], announcement: string) => () => {
    setIsOpen(false);
    opener.current?.focus();
    onCopy(days, announcement);
  };
  return (
    <>
      <Button ref={opener} variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name="copy" />
        <span>
          {rich('Copy<hidden> {day}</hidden> to…', {
            hidden: srOnly,
            day: name,
          })}
        </span>
      </Button>
      {isOpen && (
        <>
          <Button
            variant="secondary"
            size="sm"
            onClick={copy(WORKDAYS, t('{day} copied to all weekdays', { day: name }))}
          >
            {WORKDAYS.includes(day) ? t('All weekdays') : t('Weekdays')}
          </Button>
          <Button variant="secondary" size="sm" onClick={copy(WEEKDAYS, t('{day} copied to all days', { day: name }))}>
            {t('All days')}
          </Button>
        </>
      )}
    </>
  );
}
