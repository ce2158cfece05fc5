import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** Turns something on or off at once. Takes what `register` gives for a boolean. */
export function Switch({
  label,
  hint,
  className,
  ...input
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'id' | 'role'>) {
  const id = useId();
  return (
    <div className={clsx('relative flex min-h-11 items-start gap-3.5', className)}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked. */}
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="switch mt-2"
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
