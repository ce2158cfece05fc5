// Formats as `<input type="datetime-local">` writes it: '2026-03-01T14:00' once the space is a T.
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A time as the value of an `<input type="datetime-local">` in Los Angeles: '2026-03-01T14:00'. */
export const toLocalInput = (at: string | number) => format.format(new Date(at)).replace(' ', 'T');

/** The time that such a value means, in UTC; of two in the hour that is repeated in fall the first. Null for anything else. */
export function fromLocalInput(value: string): string | null {
  const wall = Date.parse(`${value}Z`);
  if (Number.isNaN(wall)) return null;
  const getOffset = (ms: number) => Date.parse(`${toLocalInput(ms)}Z`) - ms;
  // The offset of the time itself may be another one than that of the first guess.
  const guess = wall - getOffset(wall);
  return new Date(wall - getOffset(guess)).toISOString();
}
