import clsx from 'clsx';
import { getOpeningState, type Opening } from '#contract/hours/opening-hours.ts';
import { openingText, shortOpeningText } from './opening-text.ts';

/** 'Open now' or 'Closed', and the next change; nothing if the hours have no information. @param now in Unix milliseconds */
export default function OpeningNow({ opening, now, short }: { opening: Opening; now: number; short?: boolean }) {
  const current = getOpeningState(opening, new Date(now));
  if (!current) return null;
  const [state, next] = short ? [shortOpeningText(current)] : openingText(current);
  const isKnownOpen = current.isOpen && !current.isHoliday;
  return (
    <>
      <span className={clsx('font-semibold', isKnownOpen && 'text-sage')}>{state}</span> {next}
    </>
  );
}
