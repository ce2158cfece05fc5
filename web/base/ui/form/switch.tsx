import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** A switch with immediate effect. Spread the result of `register` for a boolean field on it. */
export function Switch({
  label,
  hint,
  className,
  ...input
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'id' | 'role'>) {
  const id = useId();
  return (
    <div className={clsx('relative flex min-h-11 items-start gap-3.5', className)}>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own checked state.
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={clsx(
          'relative mt-2 h-7 w-12 shrink-0 after:absolute after:-inset-2 cursor-pointer appearance-none rounded-full border border-line-strong bg-card transition-colors',
          'before:block before:size-5 before:translate-x-[3px] before:translate-y-[3px] before:rounded-full before:bg-muted before:transition-transform',
          'checked:border-pacific checked:bg-pacific checked:before:translate-x-[23px] checked:before:bg-on-pacific',
          'hover:border-ink disabled:opacity-60 forced-colors:appearance-auto',
        )}
        {...input}
      />
      <div>
        <label htmlFor={id} className="flex min-h-11 items-center font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="-mt-1 text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
