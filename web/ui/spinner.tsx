import clsx from 'clsx';

/** Something is on its way, of which nothing is known yet. `label` says what, and is read out. */
export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <p role="status" className={clsx('flex items-center justify-center gap-3 text-muted', className)}>
      <span
        aria-hidden="true"
        className="spin size-6 shrink-0 rounded-full border-3 border-pacific border-r-transparent"
      />
      {label}
    </p>
  );
}
