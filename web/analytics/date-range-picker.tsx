import clsx from 'clsx';
import { type FormEvent, useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { type DateRangeState, PERIODS, resolveRange, validateDays } from './date-range.ts';

/** Selects the date range: one of the `PERIODS`, or a custom range. */
export function DateRangePicker({ range, today, choose }: DateRangeState) {
  const isCustom = 'from' in range;
  const [open, setOpen] = useState(isCustom);
  const formId = useId();
  const isPressed = (last: number) => !isCustom && range.last === last;
  return (
    <div className="no-print mt-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('Date range')}</legend>
        {PERIODS.map(({ last, label }) => (
          <button
            key={last}
            type="button"
            aria-pressed={isPressed(last)}
            className={pillClass(isPressed(last))}
            onClick={() => {
              setOpen(false);
              choose({ last });
            }}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={formId}
          className={pillClass(isCustom)}
          onClick={() => setOpen(!open)}
        >
          {t('Custom range')}
          <Icon name="chevron-down" className={clsx('size-4 transition-transform', open && 'rotate-180')} />
        </button>
      </fieldset>
      <div id={formId} hidden={!open}>
        <CustomRangeForm
          key={JSON.stringify(range)}
          shown={resolveRange(range, today)}
          today={today}
          onChoose={choose}
        />
      </div>
    </div>
  );
}

const pillClass = (isSelected: boolean) =>
  clsx(
    'inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 font-semibold text-sm hover:border-ink',
    isSelected ? 'bg-pacific text-on-pacific' : 'bg-card',
  );

type DayRange = { from: string; to: string };

function CustomRangeForm({
  shown: initialDays,
  today,
  onChoose,
}: {
  shown: DayRange;
  today: string;
  onChoose: (days: DayRange) => void;
}) {
  const [days, setDays] = useState(initialDays);
  const [error, setError] = useState<string | null>(null);
  const change = (changed: Partial<DayRange>) => {
    setDays({ ...days, ...changed });
    setError(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const invalid = validateDays(days, today);
    setError(invalid);
    if (!invalid) onChoose(days);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid max-w-130 grid-cols-2 items-start gap-3">
      <Field label={t('Start date')}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            max={today}
            value={days.from}
            onChange={({ target }) => change({ from: target.value })}
          />
        )}
      </Field>
      <Field label={t('End date')} error={error ?? undefined}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            max={today}
            value={days.to}
            onChange={({ target }) => change({ to: target.value })}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" className="col-span-2 justify-self-start">
        {t('Apply')}
      </Button>
    </form>
  );
}
