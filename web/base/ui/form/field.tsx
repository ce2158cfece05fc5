import clsx from 'clsx';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { countCharacters } from '#contract/values/visible-characters.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { FieldMessage } from './field-message.tsx';

/** The attributes that connect a control with its label, hint and error: spread them on a `TextInput`, `TextArea` or `Select`. */
export type FieldControl = {
  id: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/**
 * A control with its label above and its hint below. An error replaces the hint, and is announced with the control. Fields are
 * required unless they are `optional`: the label marks the ones and states the others.
 */
export function Field({
  label,
  hint,
  error,
  optional = false,
  counter: constantCounter,
  className,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  /**
   * The number of characters and the maximum, shown below the control and announced when few remain. Without it, a control with a
   * `maxLength` has a counter when few remain.
   */
  counter?: { length: number; max: number };
  className?: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  const counterId = `${id}-counter`;
  const [counter, countTyped] = useTypedCounter(id, constantCounter);
  return (
    <div className={clsx('grid grid-cols-1 gap-1.5', className)} onInput={countTyped}>
      <label htmlFor={id} className={clsx('font-semibold', !optional && 'required-mark')}>
        {label}
        {optional && <span className="font-normal text-muted"> {t('(optional)')}</span>}
      </label>
      {children({
        id,
        required: optional ? undefined : true,
        'aria-describedby': clsx((error || hint) && noteId, counter && counterId) || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {counter ? (
        <div className="flex items-start justify-between gap-4">
          <FieldMessage id={noteId} hint={hint} error={error} />
          <Counter id={counterId} {...counter} />
        </div>
      ) : (
        <FieldMessage id={noteId} hint={hint} error={error} />
      )}
    </div>
  );
}

// The number of remaining characters at which the counter starts to be announced.
const ANNOUNCE_REMAINING_BELOW = 20;

/** The counter of a control that names its maximum, when few characters remain, and what counts them after each input. */
function useTypedCounter(id: string, constant: { length: number; max: number } | undefined) {
  const [length, setLength] = useState(0);
  const [max, setMax] = useState(0);
  const countTyped = () => {
    const control = document.getElementById(id);
    if (constant || !(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
    setMax(Number(control.dataset.maxLength ?? 0));
    setLength(countCharacters(control.value));
  };
  // A form that is reset renders its fields, and types nothing.
  useEffect(countTyped);
  const isNear = max > 0 && max - length <= Math.min(ANNOUNCE_REMAINING_BELOW, max / 4);
  return [constant ?? (isNear ? { length, max } : undefined), countTyped] as const;
}

function Counter({ id, length, max }: { id: string; length: number; max: number }) {
  const remaining = max - length;
  const over = remaining < 0;
  return (
    <p className={clsx('ml-auto shrink-0 text-sm tabular-nums', over ? 'font-semibold text-danger' : 'text-muted')}>
      <span id={id}>
        {rich('{length, number} of {max, number}<hidden> characters</hidden>', { length, max, hidden: srOnly })}
      </span>
      <span role="status" className="sr-only">
        {remaining <= ANNOUNCE_REMAINING_BELOW &&
          (over
            ? t('{count, plural, one {# character over the limit} other {# characters over the limit}}', {
                count: -remaining,
              })
            : t('{count, plural, one {# character left} other {# characters left}}', { count: remaining }))}
      </span>
    </p>
  );
}
