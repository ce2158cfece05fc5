import clsx from 'clsx';
import { useSyncExternalStore } from 'react';
import { getOpeningState, type OpeningState } from '#contract/opening-hours.ts';
import type { Hours } from '#contract/weekly-hours.ts';
import { openingText } from './opening-text.ts';

/**
 * Whether a business is open now: a line that keeps its place until the browser knows the time, since a page is the same at
 * every time. It stays right for as long as it is looked at.
 */
export function OpeningStatus({ hours, className }: { hours: Hours; className?: string }) {
  const minute = useSyncExternalStore(subscribeToMinute, getCurrentMinute, getServerMinute);
  const opening = minute === null ? null : getOpeningState(hours, new Date(minute));
  return <p className={clsx('min-h-lh text-sm', className)}>{opening && <OpeningText opening={opening} />}</p>;
}

function OpeningText({ opening }: { opening: OpeningState }) {
  const [state, next] = openingText(opening);
  const isSurelyOpen = opening.isOpen && !opening.isHoliday;
  return (
    <>
      <span className={clsx('font-semibold', isSurelyOpen && 'text-sage')}>{state}</span> {next}
    </>
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
