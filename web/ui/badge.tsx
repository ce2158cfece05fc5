import clsx from 'clsx';
import type { ReactNode } from 'react';

const tones = {
  neutral: 'bg-paper text-muted border-line',
  accent: 'bg-poppy-wash text-poppy-text border-transparent',
  success: 'bg-sage-wash text-sage border-transparent',
  info: 'bg-pacific-wash text-pacific border-transparent',
  danger: 'bg-danger-wash text-danger border-transparent',
};

/** A word about the thing beside it ('Featured', 'Sample'). Its colour never says more than its text. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2.5 py-0.5 font-semibold text-sm [&>svg]:size-3.5',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
