import { WEEKDAYS, type Weekday } from '#contract/hours/weekly-hours.ts';

/** A part of a text of opening hours. */
export type Token =
  | { kind: 'day'; days: readonly Weekday[] }
  | { kind: 'time'; hour: number; minute: number; half: 'am' | 'pm' | null; is24Hour: boolean }
  | { kind: 'dash' | 'separator' | 'break' | 'closed' | 'except' | 'all-day' };

const PARTS =
  /(24\s*\/\s*7|24\s*-?\s*(?:hours?|hrs?)(?:\s*(?:a|per)\s*day)?|all day|around the clock)|(7 days(?: a week| per week)?|seven days(?: a week)?|every ?day|every)|(noon|midday|midnight|(?:\d{1,2}[:.]\d\d|\d{1,2})(?:\s*(?:[ap]\.?\s?m\b\.?|[ap]\b))?)|([a-zéá]+)(\.?)|([-])|([,;/|&+:()])|\s+|(.)/gy;

const SEPARATING_WORDS = new Set(
  'and hours hour open opens opening business store from at on the hrs are is only office regular'.split(' '),
);
const RANGE_WORDS = new Set('to thru through till until til'.split(' '));
const CLOSING_WORDS = new Set(['closed', 'close', 'off']);

/** Splits a text of opening hours; null if it has words that say something else. */
export function tokenizeHours(text: string): Token[] | null {
  const tokens: Token[] = [];
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐‑‒–—−]/g, '-');
  for (const [, always, daily, time, word, stop, dash, separator, other] of plain.matchAll(PARTS)) {
    if (other) return null;
    if (always) tokens.push({ kind: 'all-day' });
    else if (daily) {
      // 'every Monday' is each Monday.
      if (daily !== 'every') tokens.push({ kind: 'day', days: WEEKDAYS });
    } else if (time) {
      const token = toTime(time);
      if (!token) return null;
      tokens.push(token);
    } else if (dash) tokens.push({ kind: 'dash' });
    else if (separator) tokens.push({ kind: /[;|]/.test(separator) ? 'break' : 'separator' });
    else if (word) {
      const token = toWordToken(word);
      if (!token) return null;
      tokens.push(token);
      // 'Closed Sunday. Mon-Fri 9-5': the full stop after an abbreviation ends no sentence.
      if (stop && word.length > 5) tokens.push({ kind: 'break' });
    }
  }
  return tokens;
}

function toWordToken(word: string): Token | null {
  const days = DAY_WORDS[word];
  if (days) return { kind: 'day', days };
  if (SEPARATING_WORDS.has(word)) return { kind: 'separator' };
  if (RANGE_WORDS.has(word)) return { kind: 'dash' };
  if (CLOSING_WORDS.has(word)) return { kind: 'closed' };
  return word === 'except' ? { kind: 'except' } : null;
}

function toTime(text: string): Token | null {
  if (text === 'noon' || text === 'midday') return { kind: 'time', hour: 12, minute: 0, half: 'pm', is24Hour: false };
  if (text === 'midnight') return { kind: 'time', hour: 12, minute: 0, half: 'am', is24Hour: false };
  const [, hours = '', minutes, half] = /^(\d+)(?:[:.](\d\d))?\s*([ap])?/.exec(text) ?? [];
  const hour = Number(hours);
  const minute = Number(minutes ?? 0);
  if (minute > 59 || hour > 24 || (half && (hour > 12 || hour === 0))) return null;
  const is24Hour = !half && minutes !== undefined && hours.length === 2;
  return { kind: 'time', hour, minute, half: half === 'a' ? 'am' : half === 'p' ? 'pm' : null, is24Hour };
}

const [MON, TUE, WED, THU, FRI, SAT, SUN] = WEEKDAYS;
const DAY_WORDS: Record<string, readonly Weekday[] | undefined> = Object.assign(
  Object.create(null),
  spell(MON, 'm mo mon mons monday mondays lunes'),
  spell(TUE, 't tu tue tues tuesday tuesdays martes'),
  spell(WED, 'w we wed weds wednesday wednesdays miercoles miércoles'),
  spell(THU, 'th thu thr thur thurs thursday thursdays jueves'),
  spell(FRI, 'f fr fri fris friday fridays viernes'),
  spell(SAT, 'sa sat sats saturday saturdays sabado sábado sabados sábados'),
  spell(SUN, 'su sun suns sunday sundays domingo domingos'),
  {
    daily: WEEKDAYS,
    everyday: WEEKDAYS,
    weekday: [MON, TUE, WED, THU, FRI],
    weekdays: [MON, TUE, WED, THU, FRI],
    weekend: [SAT, SUN],
    weekends: [SAT, SUN],
    mtwtf: [MON, TUE, WED, THU, FRI],
    mtwthf: [MON, TUE, WED, THU, FRI],
    mwf: [MON, WED, FRI],
    tth: [TUE, THU],
    tuth: [TUE, THU],
  },
);

function spell(day: Weekday, words: string) {
  return Object.fromEntries(words.split(' ').map((word) => [word, [day]]));
}
