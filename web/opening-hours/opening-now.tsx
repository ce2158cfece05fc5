import clsx from 'clsx';
import { useSyncExternalStore } from 'react';
import type { Hours } from '#contract/listing-form.ts';
import { type Opening, openingAt } from '#contract/opening.ts';
import { openingWords } from './opening-words.ts';

/**
 * Whether a business is open now: a line that keeps its place until the browser knows the time, since a page is the same at
 * every time. It stays right for as long as it is looked at.
 */
export function OpeningNow({ hours, className }: { hours: Hours; className?: string }) {
  const minute = useSyncExternalStore(onMinute, thisMinute, unknown);
  const opening = minute === null ? null : openingAt(hours, new Date(minute));
  return <p className={clsx('min-h-lh text-sm', className)}>{opening && <Words opening={opening} />}</p>;
}

function Words({ opening }: { opening: Opening }) {
  const [state, next] = openingWords(opening);
  const isSurelyOpen = opening.isOpen && !opening.isHoliday;
  return (
    <>
      <span className={clsx('font-semibold', isSurelyOpen && 'text-sage')}>{state}</span> {next}
    </>
  );
}

const MINUTE_MS = 60_000;

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const unknown = () => null;

function onMinute(tell: () => void): () => void {
  let timer: number;
  const wait = () => {
    timer = window.setTimeout(go, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  const go = () => {
    window.clearTimeout(timer);
    if (document.hidden) return;
    tell();
    wait();
  };
  wait();
  document.addEventListener('visibilitychange', go);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', go);
  };
}
