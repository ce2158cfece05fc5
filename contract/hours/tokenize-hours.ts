import { WEEKDAYS, type Weekday } from './weekly-hours.ts';

/** A part of a text of opening hours. */
export type Token =
  | { kind: 'day'; days: readonly Weekday[] }
  | { kind: 'time'; hour: number; minute: number; half: 'am' | 'pm' | null; is24Hour: boolean }
  | { kind: 'dash' | 'separator' | 'break' | 'closed' | 'except' | 'all-day' };

const ALWAYS =
  /24\s*[/x-]\s*7(?:\s*[/x-]\s*365)?(?![:.\d])|(?:24|twenty-?four)\s*-?\s*(?:hours?|horas|hrs?|hs?)\b(?:\s*(?:a|per|al)\s*d(?:ay|[ií]a))?|always open|siempre abierto|all day|todo el d[ií]a|around the clock/;
const DAILY =
  /7 days(?: a week| per week)?|seven days(?: a week)?|every ?day|every|(?:todos )?los (?:7|siete) d[ií]as(?: de la semana)?|todos los d[ií]as|diario|diariamente/;
// In Spanish the 'a' of '9 a 18' is a dash, and in English that of '9 a' is the morning.
const TIME =
  /noon|midday|midnight|mediod[ií]a|medianoche|(?:[01]\d|2[0-4])[03]0(?!\d)|(?:\d{1,2}[:.]\d\d|\d{1,2})(?:\s*(?:[ap]\.?\s?m\b\.?|[ap]\b(?!\s+(?:\d|mediod|medianoche))|h(?:oras|rs?|s)?\b\.?))?/;
const PARTS = new RegExp(
  `(${ALWAYS.source})|(${DAILY.source})|(${TIME.source})|([a-záéíóúñ]+)(\\.?)|([-])|([,;/|&+:()])|\\s+|(.)`,
  'gy',
);

/** What has another meaning in English by itself: 'L-V' are the days from Monday to Friday, 'de la tarde' is the afternoon. */
const SPANISH: [RegExp, string][] = [
  // After 'L-V', 'S' and 'D' are Saturday and Sunday.
  [/(?<=\bl(?:\s*-\s*|\s+a\s+)v\b.*)\bs\b/g, 'sab'],
  [/(?<=\bl(?:\s*-\s*|\s+a\s+)[vs]\b.*)\bd\b/g, 'dom'],
  [/\bl(?:\s*-\s*|\s+a\s+)v\b/g, 'lun-vie'],
  [/\bl(?:\s*-\s*|\s+a\s+)s\b/g, 'lun-sab'],
  [/\bl(?:\s*-\s*|\s+a\s+)d\b/g, 'lun-dom'],
  [/\blas?\s+(?=\d)/g, ''],
  [/\s*\bde la mañana\b/g, ' am'],
  [/\s*\bde la (?:tarde|noche)\b/g, ' pm'],
  [/\bfin(?:es)? de semana\b/g, 'weekend'],
  [/\bentre semana\b/g, 'weekdays'],
];

const SEPARATING_WORDS = new Set(
  [
    'and hours hour open opens opening business store from at on the hrs are is only office regular',
    'y e de del desde las la los el horario horarios abierto abierta abrimos hrs solo',
  ].flatMap((words) => words.split(' ')),
);
const RANGE_WORDS = new Set('to thru through till until til a al hasta'.split(' '));
const CLOSING_WORDS = new Set('closed close off cerrado cerrada cerramos cierra'.split(' '));
const EXCLUDING_WORDS = new Set('except excepto menos salvo'.split(' '));

/** Splits a text of opening hours; null if it has words that say something else. */
export function tokenizeHours(text: string): Token[] | null {
  const tokens: Token[] = [];
  let plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐‑‒–—−]/g, '-');
  for (const [spanish, standard] of SPANISH) plain = plain.replace(spanish, standard);
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
  return EXCLUDING_WORDS.has(word) ? { kind: 'except' } : null;
}

function toTime(text: string): Token | null {
  if (/^(?:noon|midday|mediod[ií]a)$/.test(text))
    return { kind: 'time', hour: 12, minute: 0, half: 'pm', is24Hour: false };
  if (text === 'midnight' || text === 'medianoche')
    return { kind: 'time', hour: 12, minute: 0, half: 'am', is24Hour: false };
  const [, hours = '', minutes, half] = /^(\d{1,2})(?:[:.]?(\d\d))?\s*([ap])?/.exec(text) ?? [];
  const hour = Number(hours);
  const minute = Number(minutes ?? 0);
  if (minute > 59 || hour > 24 || (half && (hour > 12 || hour === 0))) return null;
  const is24Hour = !half && minutes !== undefined && hours.length === 2;
  return { kind: 'time', hour, minute, half: half === 'a' ? 'am' : half === 'p' ? 'pm' : null, is24Hour };
}

const [MON, TUE, WED, THU, FRI, SAT, SUN] = WEEKDAYS;
const DAY_WORDS: Record<string, readonly Weekday[] | undefined> = Object.assign(
  Object.create(null),
  spell(MON, 'm mo mon mons monday mondays lun lunes'),
  spell(TUE, 't tu tue tues tuesday tuesdays mar martes'),
  spell(WED, 'w we wed weds wednesday wednesdays mie mié miercoles miércoles'),
  spell(THU, 'th thu thr thur thurs thursday thursdays jue jueves'),
  spell(FRI, 'f fr fri fris friday fridays vie viernes'),
  spell(SAT, 'sa sat sats saturday saturdays sab sáb sabado sábado sabados sábados'),
  spell(SUN, 'su sun suns sunday sundays dom domingo domingos'),
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
