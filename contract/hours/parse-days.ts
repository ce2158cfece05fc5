import type { Token } from './tokenize-hours.ts';
import { WEEKDAYS, type Weekday } from './weekly-hours.ts';

/**
 * The days from a token on: 'Mon-Fri', 'Mon, Wed & Fri', 'Fri through Mon'.
 * @returns with the index of the token after them; null if they are none, or not a range of single days
 */
export function parseDays(tokens: Token[], from: number): { days: Weekday[]; next: number } | null {
  const days = new Set<Weekday>();
  let next = from;
  for (let at = from; tokens[at]?.kind === 'day'; ) {
    const first = tokens[at];
    if (first?.kind !== 'day') return null;
    if (tokens[at + 1]?.kind === 'dash' && tokens[at + 2]?.kind === 'day') {
      const last = tokens[at + 2];
      const range = last?.kind === 'day' ? toRange(first.days, last.days) : null;
      if (!range) return null;
      for (const day of range) days.add(day);
      at += 3;
    } else {
      for (const day of first.days) days.add(day);
      at += 1;
    }
    next = at;
    while (tokens[at]?.kind === 'separator') at++;
  }
  return days.size > 0 ? { days: [...days], next } : null;
}

/** The days from one to another, past Sunday if need be. */
function toRange(first: readonly Weekday[], last: readonly Weekday[]): Weekday[] | null {
  const [from, to] = [first[0], last[0]];
  if (first.length !== 1 || last.length !== 1 || !from || !to) return null;
  const start = WEEKDAYS.indexOf(from);
  const length = ((WEEKDAYS.indexOf(to) - start + 7) % 7) + 1;
  return Array.from({ length }, (_, index) => WEEKDAYS[(start + index) % 7] as Weekday);
}
