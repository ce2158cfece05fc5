// Formats as `<input type="datetime-local">` writes it: '2026-03-01T14:00' once the space is a T.
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A time as the value of an `<input type="datetime-local">` in Los Angeles: '2026-03-01T14:00'. */
export const toLocalInput = (at: string | number) => format.format(new Date(at)).replace(' ', 'T');

/**
 * The time that such a value means, in UTC: of two in the hour that is repeated in fall the first, and in the hour that is skipped in
 * spring as long after 2 AM as the clock would show (2:30 is 3:30). Null for anything else.
 */
export function fromLocalInput(value: string): string | null {
  const wall = Date.parse(`${value}Z`);
  if (Number.isNaN(wall)) return null;
  const toTime = (offsetAt: number) => wall - (Date.parse(`${toLocalInput(offsetAt)}Z`) - offsetAt);
  const [before, after] = [toTime(wall - DAY_MS), toTime(wall + DAY_MS)];
  return new Date(toLocalInput(after) === value && toLocalInput(before) !== value ? after : before).toISOString();
}

const DAY_MS = 86_400_000;
