import clsx from 'clsx';
import { getOpeningState } from '#contract/opening-hours.ts';
import type { Hours } from '#contract/weekly-hours.ts';
import { openingText } from './opening-text.ts';

/** 'Open now' or 'Closed', and the next change; nothing if the hours have no information. @param now in Unix milliseconds */
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
