import clsx from 'clsx';
import type { ComponentProps } from 'react';

const control =
  'w-full rounded-field border border-line-strong bg-card px-3.5 py-2.5 text-base text-ink placeholder:text-muted hover:border-ink disabled:opacity-60 aria-invalid:border-2 aria-invalid:border-danger';

/**
 * A single-line text input.
 * @param maxLength in characters, which its `Field` counts: the browser would cut what is pasted without a word, as it still does in a search
 */
export function TextInput({ className, maxLength, ...rest }: ComponentProps<'input'>) {
  const limit = rest.type === 'search' ? { maxLength } : { 'data-max-length': maxLength };
  return <input className={clsx(control, 'min-h-12', className)} {...limit} {...rest} />;
}

/** A multi-line text input, which grows with its text where the browser supports it. `maxLength` as for `TextInput`. */
export function TextArea({ className, rows = 5, maxLength, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      data-max-length={maxLength}
      className={clsx(control, 'field-sizing-content min-h-32', className)}
      {...rest}
    />
  );
}

/** The native select, which works on every phone and without JavaScript. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={clsx(control, 'select-arrow min-h-12 pr-10', className)} {...rest} />;
}
