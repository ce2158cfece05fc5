import { useId, useRef, useState } from 'react';
import { formatClosedPeriod, isClosedPeriod, readClosedPeriod } from '#contract/hours/closed-periods.ts';
import { type SpecialDay, todayInLosAngeles, toIsoDate } from '#contract/hours/special-days.ts';
import { MAX_DAYS_AHEAD } from '#contract/hours/special-hours.ts';
import { t } from '#contract/i18n/t.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { formatSpecialDay } from './special-days.ts';
import type { SpecialHours } from './use-special-hours.ts';

/** The form fields for periods in which a business is temporarily closed, such as its vacation. */
export function ClosedPeriodsFields({ specialHours }: { specialHours: SpecialHours }) {
  const { days, keys, isFull } = specialHours;
  const [status, setStatus] = useState('');
  const [removed, setRemoved] = useState<number>();
  const adding = useRef<HTMLButtonElement>(null);
  const periods = days.map((day, index) => ({ day, index })).filter(({ day }) => isClosedPeriod(day.on));
  const remove = (index: number) => {
    setRemoved(undefined);
    setStatus(t('Closed days removed'));
    specialHours.remove(index);
    // The clicked button is removed with its period.
    requestAnimationFrame(() => adding.current?.focus());
  };
  return (
    <fieldset>
      <legend className="font-semibold">
        {t('Temporarily closed')} <span className="font-normal text-muted">{t('(optional)')}</span>
      </legend>
      <p className="mt-1 text-muted text-sm">
        {t(
          'For a vacation, repairs or the off-season. Your page stays online and says when you’re back, and your hours return by themselves.',
        )}
      </p>
      {periods.length > 0 && (
        <ul className="mt-3 divide-y border-y">
          {periods.map(({ day, index }) => (
            <li key={keys[index]}>
              <PeriodFields
                period={day}
                error={specialHours.errorAt(`${index}.on`)}
                onChange={(changed) => specialHours.change(index, changed)}
                onLeave={specialHours.onBlur}
                onRemove={() => (hasDates(day) ? setRemoved(index) : remove(index))}
              />
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <Button
          ref={adding}
          variant="secondary"
          size="sm"
          className="mt-3"
          onClick={() =>
            specialHours.add({
              on: formatClosedPeriod({ from: toIsoDate(todayInLosAngeles()), until: null }),
              hours: 'closed',
            })
          }
        >
          <Icon name="plus" />
          {periods.length > 0 ? t('Add more closed days') : t('Close temporarily')}
        </Button>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={t('Remove these closed days?')}
        action={t('Remove')}
        onConfirm={() => removed !== undefined && remove(removed)}
        onClose={() => setRemoved(undefined)}
      >
        {removed !== undefined && days[removed] && formatSpecialDay(days[removed].on)}
      </ConfirmDialog>
      <p role="status" className="sr-only">
        {status}
      </p>
    </fieldset>
  );
}

const hasDates = ({ on }: SpecialDay) => readClosedPeriod(on).until !== null;

function PeriodFields({
  period,
  error,
  onChange,
  onLeave,
  onRemove,
}: {
  period: SpecialDay;
  error: string | undefined;
  onChange: (period: SpecialDay) => void;
  onLeave: () => void;
  onRemove: () => void;
}) {
  const id = useId();
  const { from, until } = readClosedPeriod(period.on);
  const latest = toIsoDate(todayInLosAngeles() + MAX_DAYS_AHEAD);
  const change = (changed: { from?: string; until?: string | null }) =>
    onChange({ ...period, on: formatClosedPeriod({ from, until, ...changed }) });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes that the focus leaves.
    <div
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onLeave()}
      className="grid items-start gap-x-3 gap-y-2 py-3 sm:grid-cols-2"
    >
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-from`}>{t('First day closed')}</label>
        <TextInput
          id={`${id}-from`}
          type="date"
          required
          max={latest}
          value={from}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          onChange={({ target }) => change({ from: target.value })}
          className="tabular-nums"
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-until`}>
          {t('Open again on')} <span className="text-muted">{t('(optional)')}</span>
        </label>
        <TextInput
          id={`${id}-until`}
          type="date"
          min={from}
          max={latest}
          value={until ?? ''}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-${error ? 'error' : 'hint'}`}
          onChange={({ target }) => change({ until: target.value || null })}
          className="tabular-nums"
        />
      </div>
      <div className="sm:col-span-2">
        <FieldMessage id={`${id}-error`} error={error} />
        {!error && until === null && (
          <FieldMessage
            id={`${id}-hint`}
            hint={t('Without a date your page says “Temporarily closed until further notice.”')}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 sm:col-span-2">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={period.reason === 'vacation'}
            onChange={({ target }) => onChange({ ...period, reason: target.checked ? 'vacation' : undefined })}
          />
          {t('We’re on vacation')}
        </label>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Icon name="x" />
          {t('Remove these days')}
        </Button>
      </div>
    </div>
  );
}
