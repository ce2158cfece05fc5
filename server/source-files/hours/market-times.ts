const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** 'Open Sundays from 8 am to 1 pm, year round.', or the parts that can be parsed; '' if the day cannot. */
export function describeMarketTimes({ days, hours, months }: { days: string; hours: string; months: string }) {
  const day = formatDay(days);
  if (!day) return '';
  return `Open ${[day + formatHours(hours), formatMonths(months)].filter(Boolean).join(', ')}.`;
}

function formatDay(text: string) {
  // One day, and perhaps a remark: 'Mon-Fri' is no Monday.
  const [, beginning] = /^([a-z]{3})[a-z]*\.?\s*(?:\(.*\))?$/i.exec(text) ?? [];
  const day = DAYS.find((name) => name.slice(0, 3).toLowerCase() === beginning?.toLowerCase());
  if (!day) return null;
  // The state's list is a PDF whose words are extracted with gaps: 'bi- weekl y'.
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  if (letters.includes('biweekly')) return `every other ${day}`;
  if (letters.includes('arranged')) return `some ${day}s`;
  return `${day}s`;
}

function formatHours(text: string) {
  const time = String.raw`(noon|\d{1,2}(?::\d\d)?)\s*(am|pm)?`;
  const match = new RegExp(`^${time}\\s*-\\s*${time}(.*)$`, 'i').exec(text);
  if (!match) return '';
  const [, from = '', fromHalf, to = '', toHalf, rest] = match.map((part) => part?.toLowerCase());
  const opens = [from, fromHalf !== toHalf && fromHalf].filter(Boolean).join(' ');
  const closes = [to, toHalf].filter(Boolean).join(' ');
  return ` from ${opens} to ${closes}${rest ? ' (it varies with the season)' : ''}`;
}

function formatMonths(text: string) {
  if (/^year[ -]?round/i.test(text)) return /^year[ -]?round$/i.test(text) ? 'year round' : 'most of the year';
  const words = text
    .replace(/\s*-\s*/g, ' to ')
    .replace(/\s*[&/]\s*/g, ' and ')
    .split(' ');
  const expanded = words.map((word) =>
    word === 'to' || word === 'and'
      ? word
      : MONTHS.find((month) => word.length >= 3 && month.toLowerCase().startsWith(word.toLowerCase())),
  );
  return text && expanded.every(Boolean) ? expanded.join(' ') : '';
}
