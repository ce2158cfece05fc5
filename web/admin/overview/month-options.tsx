import { LOCALE } from '#web/base/i18n/language.ts';

/** Months of a select: 'March 2026'. */
export const MonthOptions = ({ months }: { months: string[] }) =>
  months.map((month) => (
    <option key={month} value={month}>
      {monthFormat.format(new Date(`${month}-01T00:00:00Z`))}
    </option>
  ));

/** The last months in Los Angeles, this one first: '2026-03'. */
export function listMonths(count: number): string[] {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Los_Angeles',
    year: 'numeric',
    month: '2-digit',
  })
    .format(new Date())
    .split('-')
    .map(Number);
  return Array.from({ length: count }, (_, age) => new Date(Date.UTC(year, month - 1 - age)).toISOString().slice(0, 7));
}

const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
