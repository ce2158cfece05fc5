import { type ComponentProps, useId } from 'react';
import type { Span } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { isPastMidnight } from './day-hours.ts';
import { formatTime } from './opening-hours.ts';

/**
 * The opening and closing times of a day.
 * @param day its name, for labels
 * @param errorAt the error of a field ('.0.opens')
 */
export function SpanList({
  day,
  spans,
  onChange,
  onRemove,
  errorAt,
}: {
  day: string;
  spans: Span[];
  onChange: (spans: Span[]) => void;
  onRemove: (index: number) => void;
  errorAt: (path: string) => string | undefined;
}) {
  return spans.map((span, index) => (
    <SpanFields
      // biome-ignore lint/suspicious/noArrayIndexKey: a span is identified by its index.
      key={index}
      day={day}
      place={index}
      span={span}
      onChange={(changed) => onChange(spans.with(index, changed))}
      onRemove={() => onRemove(index)}
      errors={{ opens: errorAt(`.${index}.opens`), closes: errorAt(`.${index}.closes`) }}
    />
  ));
}

/** The opening and closing time of one span. @param place which of the day, from 0 */
function SpanFields({
  day,
  place,
  span,
  onChange,
  onRemove,
  errors,
}: {
  day: string;
  place: number;
  span: Span;
  onChange: (span: Span) => void;
  onRemove: () => void;
  errors: { opens: string | undefined; closes: string | undefined };
}) {
  const id = useId();
  const error = errors.opens ?? errors.closes;
  const note = isPastMidnight(span) ? nextDayNote(span.closes) : undefined;
  const time = (end: 'opens' | 'closes') => (
    <TimeInput
      aria-label={timeLabel({ day, place, end })}
      aria-invalid={errors[end] ? true : undefined}
      aria-describedby={(errors[end] ?? (end === 'closes' && note)) ? id : undefined}
      value={span[end]}
      onChange={({ target }) => onChange({ ...span, [end]: target.value })}
    />
  );
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        {time('opens')}
        <span aria-hidden="true" className="text-muted">
          {t('to')}
        </span>
        {time('closes')}
        <button
          type="button"
          aria-label={t(
            'Remove these hours of {day}{place, select, 0 {} 1 {, second time,} 2 {, third time,} other {, fourth time,}}',
            { day, place },
          )}
          onClick={onRemove}
          className="-mr-2 grid size-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink"
        >
          <Icon name="x" className="size-5" />
        </button>
      </div>
      <FieldMessage id={id} error={error} hint={note} />
    </div>
  );
}

function timeLabel({ day, place, end }: { day: string; place: number; end: 'opens' | 'closes' }): string {
  return end === 'opens'
    ? t('{day}{place, select, 0 {} 1 {, second time,} 2 {, third time,} other {, fourth time,}} opens', { day, place })
    : t('{day}{place, select, 0 {} 1 {, second time,} 2 {, third time,} other {, fourth time,}} closes', {
        day,
        place,
      });
}

// The number of the hour selects the form, as in `opening-text.ts`.
const nextDayNote = (time: string) =>
  t('{hour, plural, other {Closes at {time} the next day}}', {
    hour: Number.parseInt(time, 10) % 12 || 12,
    time: formatTime(time),
  });

// On phones the picker icon is hidden to save space: touching the field opens the picker.
function TimeInput(props: ComponentProps<'input'>) {
  return (
    <TextInput
      type="time"
      className="min-w-0 px-2 tabular-nums sm:px-3 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
      {...props}
    />
  );
}
