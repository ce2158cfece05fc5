import { type ComponentProps, useId } from 'react';
import type { Span } from '#contract/hours/weekly-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { TextInput } from '../ui/form/controls.tsx';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { Icon } from '../ui/icon.tsx';
import { isPastMidnight } from './day-hours.ts';
import { formatTime } from './opening-hours.ts';

/**
 * The opening and closing times of a day.
 * @param name of the day, for labels
 * @param errorAt the error of a field ('.0.opens')
 */
export function SpanList({
  name,
  spans,
  onChange,
  onRemove,
  errorAt,
}: {
  name: string;
  spans: Span[];
  onChange: (spans: Span[]) => void;
  onRemove: (index: number) => void;
  errorAt: (path: string) => string | undefined;
}) {
  return spans.map((span, index) => (
    <SpanFields
      // biome-ignore lint/suspicious/noArrayIndexKey: a span is identified by its index.
      key={index}
      name={index === 0 ? name : `${name}, ${ORDINALS[index]} time,`}
      span={span}
      onChange={(changed) => onChange(spans.with(index, changed))}
      onRemove={() => onRemove(index)}
      errors={{ opens: errorAt(`.${index}.opens`), closes: errorAt(`.${index}.closes`) }}
    />
  ));
}

const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** The opening and closing time of one span. */
function SpanFields({
  name,
  span,
  onChange,
  onRemove,
  errors,
}: {
  name: string;
  span: Span;
  onChange: (span: Span) => void;
  onRemove: () => void;
  errors: { opens: string | undefined; closes: string | undefined };
}) {
  const id = useId();
  const error = errors.opens ?? errors.closes;
  const note = isPastMidnight(span) ? `Closes at ${formatTime(span.closes)} the next day` : undefined;
  const time = (end: 'opens' | 'closes') => (
    <TimeInput
      aria-label={`${name} ${end}`}
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
          aria-label={`Remove these hours of ${name}`}
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
