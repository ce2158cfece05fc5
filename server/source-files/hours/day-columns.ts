import { WEEKDAYS, type Weekday } from '#contract/hours/weekly-hours.ts';
import { isNoValue } from '#server/source-files/cells.ts';
import { toNameKey } from '#server/source-files/name-key.ts';

/** A column with the hours of one day: all of them, or when it opens or closes. */
interface DayColumn {
  day: Weekday;
  part: 'hours' | 'opens' | 'closes';
}

const DAY_NAMES: Record<Weekday, string> = {
  monday: 'monday mon lunes lun',
  tuesday: 'tuesday tue tues martes mar',
  wednesday: 'wednesday wed miercoles mie',
  thursday: 'thursday thu thur thurs jueves jue',
  friday: 'friday fri viernes vie',
  saturday: 'saturday sat sabado sab',
  sunday: 'sunday sun domingo dom',
};

const PARTS: Record<DayColumn['part'], RegExp> = {
  hours: /^(?:hours|hrs|horario|opening hours|)$/,
  opens: /^(?:open|opens|opening|open time|opening time|start|from|abre|apertura)$/,
  closes: /^(?:close|closes|closing|close time|closing time|end|to|until|cierra|cierre)$/,
};

/** Reads the name of a column such as 'Monday hours', 'Mon open' or 'hours_tuesday'; null for another one. */
export function readDayColumn(name: string): DayColumn | null {
  const words = toNameKey(name).split(' ');
  for (const day of WEEKDAYS) {
    const index = words.findIndex((word) => DAY_NAMES[day].split(' ').includes(word));
    if (index === -1) continue;
    const rest = words.toSpliced(index, 1).join(' ');
    const part = (Object.keys(PARTS) as DayColumn['part'][]).find((which) => PARTS[which].test(rest));
    return part ? { day, part } : null;
  }
  return null;
}

/** The columns of a header that hold the hours of single days, if they do for most days of the week. */
export function findDayColumns(header: string[]): string[] {
  const columns = header.map(readDayColumn);
  const days = new Set(columns.map((column) => column?.day).filter((day) => day !== undefined));
  return days.size < 5 ? [] : header.filter((_, index) => columns[index]);
}

/**
 * What such columns say together, as `readHours` reads it: 'monday 8:00AM-5:00PM; tuesday closed'. '' where all are blank. A blank cell says nothing of its
 * day.
 * @param areBlankDaysClosed whether it says that the business is closed
 */
export function joinDayHours(
  cells: { name: string; text: string }[],
  { areBlankDaysClosed = false }: { areBlankDaysClosed?: boolean } = {},
): string {
  const days = new Map<Weekday, Record<DayColumn['part'], string>>();
  for (const { name, text } of cells) {
    const column = readDayColumn(name);
    const isClosed = CLOSED.test(text);
    if (!column || (!isClosed && isNoValue(text)) || text === '') continue;
    const day = days.get(column.day) ?? { hours: '', opens: '', closes: '' };
    days.set(column.day, day);
    day[column.part] = isClosed ? 'closed' : text;
  }
  const parts = WEEKDAYS.flatMap((day) => {
    const { hours = '', opens = '', closes = '' } = days.get(day) ?? {};
    const times = hours || (opens && closes && opens !== 'closed' ? `${opens}-${closes}` : opens || closes);
    return times ? [`${day} ${times}`] : [];
  });
  const isPartial = parts.length > 0 && parts.length < WEEKDAYS.length && !areBlankDaysClosed;
  return [...parts, ...(isPartial ? [OTHER_DAYS_UNKNOWN] : [])].join('; ');
}

/** What `joinDayHours` writes after days of which the others are unknown. */
export const OTHER_DAYS_UNKNOWN = 'other days unknown';

/** How sheets write that a day is closed. */
export const CLOSED: RegExp = /^(?:x|closed?|cerrad[oa]|none|off|[-–—]+)$/i;
