import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** The emphasis of a button: `primary` once per view, `ghost` beside other buttons. */
type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

/** Every size is at least 44 px high; `sm` is only narrower. */
type ButtonSize = 'sm' | 'md' | 'lg';

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize };

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-pacific text-on-pacific hover:bg-pacific-deep',
  danger: 'border-transparent bg-danger text-on-pacific hover:bg-danger-deep',
  secondary: 'border-line-strong bg-card text-ink hover:border-ink',
  ghost: 'border-transparent text-pacific hover:bg-pacific-wash',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-3.5 text-sm',
  md: 'min-h-11 px-5 text-base',
  lg: 'min-h-13 px-7 text-lg',
};

/** The classes of a button, for links that look like buttons. */
export function buttonClass({ variant = 'primary', size = 'md' }: ButtonLook = {}): string {
  return clsx('button', variants[variant], sizes[size]);
}

/** A button. `busy` disables it and adds a spinner; its text should then name the action in progress. */
export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  className,
  disabled,
  children,
  ...rest
}: ComponentProps<'button'> & ButtonLook & { busy?: boolean }) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={clsx(buttonClass({ variant, size }), className)}
      {...rest}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="spin size-[1em] rounded-full border-2 border-current border-r-transparent"
        />
      )}
      {/* Translation of a page puts each text into elements of its own: React finds only elements again. */}
      <span key={Number(busy)} className="contents">
        {children}
      </span>
    </button>
  );
}
