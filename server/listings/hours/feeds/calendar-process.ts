import { join } from 'node:path';
import { startConfined } from '#server/platform/confined-process.ts';
import type { CalendarAnswer, CalendarTask } from './calendar.child.ts';

/** Reads a calendar. @returns null for what is none, or takes too much time or memory */
export type ReadCalendar = (task: CalendarTask) => Promise<CalendarAnswer>;

const CONFINEMENT = {
  timeoutMs: 10_000,
  maxHeapMb: 96,
  // Requests come first.
  priority: 5,
  readable: [import.meta.dirname],
};

/** Reads calendars one at a time, each in a process of its own: anybody can give an address whose calendar takes any time and memory. */
export function createCalendarProcesses(): ReadCalendar {
  let queue: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = queue.then(() => readInProcess(task));
    // The caller gets the failure; the queue goes on.
    queue = done.catch(() => {});
    return done;
  };
}

const readInProcess: ReadCalendar = async (task) => {
  const child = startConfined(join(import.meta.dirname, 'calendar.child.ts'), CONFINEMENT);
  try {
    const answer = await child.ask<CalendarAnswer>(task);
    return answer === 'killed' ? null : answer;
  } finally {
    child.end();
  }
};
