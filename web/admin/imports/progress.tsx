import { useId } from 'react';

/** A labelled progress bar. Each tenth is announced. */
export function Progress({ label, share, detail }: { label: string; share: number; detail: string }) {
  const id = useId();
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id} className="wrap-anywhere font-semibold">
          {label}
        </span>
        <span className="text-muted text-sm tabular-nums">{detail}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-3 overflow-hidden rounded-full border border-line-strong"
      >
        <div className="h-full bg-pacific" style={{ width: `${percent}%` }} />
      </div>
      <span role="status" className="sr-only">
        {label}: {Math.floor(percent / 10) * 10} %
      </span>
    </div>
  );
}
