import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** What a field's label, hint and error ask of its control: spread it on a `TextInput`, `TextArea` or `Select`. */
type FieldControl = {
  id: string;
  required: boolean | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/**
 * A label above one control, with a hint below it. An error takes the hint's place, with an icon, and is read out with
 * the control. Fields are required unless they are `optional`, which the label then says.
 */
export function Field({
  label,
  hint,
  error,
  optional = false,
  className,
  children,
}: {
  label: string;
  hint?: ReactNode;
  error?: string;
  optional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        required: optional ? undefined : true,
        'aria-describedby': error || hint ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p id={noteId} className="flex items-start gap-1.5 font-semibold text-danger text-sm">
          <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-muted text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

const control =
  'w-full rounded-field border border-line-strong bg-card px-3.5 py-2.5 text-base text-ink placeholder:text-muted hover:border-ink disabled:opacity-60 aria-invalid:border-2 aria-invalid:border-danger';

/** A line of text. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(control, 'min-h-12', className)} {...rest} />;
}

/** Several lines of text; grows with what is typed where the browser can. */
export function TextArea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={clsx(control, 'field-sizing-content min-h-32', className)} {...rest} />;
}

/** The browser's own select, which works on every phone and without JavaScript. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={clsx(control, 'select-arrow min-h-12', className)} {...rest} />;
}
