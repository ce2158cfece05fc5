// No zod here: public pages ship this file.

/** What stands for the date on which the business opens again where there is none (ISO 8601-2). */
const UNTIL_FURTHER_NOTICE = '..';

/** Days on which a business is temporarily closed: from a date until it opens again on another; null until further notice. */
export interface ClosedPeriod {
  from: string;
  until: string | null;
}

/** Whether special hours are a period ('2026-12-01/2026-12-12', '2026-12-01/..'), not those of one day. */
export const isClosedPeriod = (on: string) => on.includes('/');

/** The period of an entry for which `isClosedPeriod` holds. */
export function readClosedPeriod(on: string): ClosedPeriod {
  const slash = on.indexOf('/');
  const [from, until] = [on.slice(0, slash), on.slice(slash + 1)];
  return { from, until: until === UNTIL_FURTHER_NOTICE ? null : until };
}

/** The inverse of `readClosedPeriod`. */
export const formatClosedPeriod = ({ from, until }: ClosedPeriod) => `${from}/${until ?? UNTIL_FURTHER_NOTICE}`;

/** Whether a date ('2026-12-24') is in a period. */
export function isInClosedPeriod(on: string, date: string): boolean {
  if (!isClosedPeriod(on)) return false;
  const { from, until } = readClosedPeriod(on);
  return from <= date && (until === null || date < until);
}
