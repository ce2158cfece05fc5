import clsx from 'clsx';

/** The loading state of content of unknown size. `label` is announced. */
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
