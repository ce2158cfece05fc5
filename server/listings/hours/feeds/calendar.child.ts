import { type ExpandedEvents, expandEvents } from './expand-events.ts';

// The process that reads one calendar: see `calendar-process.ts`.

/** The message. */
export interface CalendarTask {
  text: string;
  range: { from: string; until: string };
}

/** The answer: null for what is no calendar. */
export type CalendarAnswer = ExpandedEvents | null;

process.once('message', ({ text, range }: CalendarTask) => {
  let answer: CalendarAnswer = null;
  try {
    answer = expandEvents(text, range);
  } catch {
    // Not a calendar, or a broken one.
  }
  process.send?.(answer);
});
