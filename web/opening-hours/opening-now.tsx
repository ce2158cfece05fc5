import clsx from 'clsx';
import { getOpeningState } from '#contract/opening-hours.ts';
import type { Hours } from '#contract/weekly-hours.ts';
import { openingText } from './opening-text.ts';

/** 'Open now' and when it closes, or the reverse; nothing where the hours do not say. @param now in Unix milliseconds */
export default function OpeningNow({ hours, now }: { hours: Hours; now: number }) {
  const opening = getOpeningState(hours, new Date(now));
  if (!opening) return null;
  const [state, next] = openingText(opening);
  const isSurelyOpen = opening.isOpen && !opening.isHoliday;
  return (
    <>
      <span className={clsx('font-semibold', isSurelyOpen && 'text-sage')}>{state}</span> {next}
    </>
  );
}
