import clsx from 'clsx';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Opening } from '#contract/hours/opening-hours.ts';

const OpeningNow = lazy(() => import('./opening-now.tsx'));

/** Whether anything is known of when a business is open. */
export const hasHours = ({ hours, specialHours }: Opening): boolean => hours !== null || specialHours.length > 0;

/**
 * Whether a business is open now, updated each minute. The server renders an empty line of the same height, since a page
 * does not depend on the clock; the browser computes the text, and loads the code for it then.
 * @param short for a row, where it is one of several facts in a line
 */
export function OpeningStatus({
  opening,
  short,
  className,
}: {
  opening: Opening;
  short?: boolean;
  className?: string;
}) {
  const minute = useSyncExternalStore(subscribeToMinute, getCurrentMinute, getServerMinute);
  if (short) {
    return (
      <span className={clsx('opening', minute === null && 'pending')}>
        {minute !== null && (
          <Suspense fallback={<span className="pending" />}>
            <OpeningNow opening={opening} now={minute} short />
          </Suspense>
        )}
      </span>
    );
  }
  return (
    <p className={clsx('min-h-lh text-sm', className)}>
      {minute !== null && (
        <Suspense>
          <OpeningNow opening={opening} now={minute} />
        </Suspense>
      )}
    </p>
  );
}

const MINUTE_MS = 60_000;

const getCurrentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const getServerMinute = () => null;

function subscribeToMinute(notify: () => void): () => void {
  let timer: number;
  const wait = () => {
    timer = window.setTimeout(go, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  const go = () => {
    window.clearTimeout(timer);
    if (document.hidden) return;
    notify();
    wait();
  };
  wait();
  document.addEventListener('visibilitychange', go);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', go);
  };
}
