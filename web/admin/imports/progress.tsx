import { useId } from 'react';

/** A labelled progress bar. Each tenth is announced. */
export function Progress({ label, share, detail }: { label: string; share: number; detail: string }) {
  const id = useId();
  const percent = Math.floor(share * 100);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span className="text-muted text-sm tabular-nums">{detail}</span>
      </div>
      <progress id={id} max={100} value={percent} className="h-3 w-full accent-pacific">
        {percent} %
      </progress>
      <span role="status" className="sr-only">
        {label}: {Math.floor(percent / 10) * 10} %
      </span>
    </div>
  );
}
