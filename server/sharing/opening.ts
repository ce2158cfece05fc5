import { getOpeningState, type Opening, type OpeningState } from '#contract/hours/opening-hours.ts';

const MINUTE_MS = 60_000;
// The clocks are changed at a full hour, so between two quarters local time runs evenly.
const QUARTER_MS = 15 * MINUTE_MS;

/** Whether a business is open at a time, and until when that answer holds at least: a quarter of an hour at most. */
export function findOpening(opening: Opening, now: number): { state: OpeningState | null; until: Date } {
  const state = getOpeningState(opening, new Date(now));
  const quarter = (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS;
  const minutes = Array.from({ length: 14 }, (_, i) => (Math.floor(now / MINUTE_MS) + 1 + i) * MINUTE_MS);
  const change = minutes.find((at) => at < quarter && getOpeningState(opening, new Date(at))?.isOpen !== state?.isOpen);
  return { state, until: new Date(change ?? quarter) };
}
