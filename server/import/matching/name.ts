/** A business name in the parts by which two names are compared. */
export interface NameParts {
  /** The words of the business itself, in order, without branch number and legal form. */
  words: string[];
  /** The words after ' - ', ' at ' or a parenthesis: where it is, such as the store around it. */
  place: string[];
  /** The letters and digits of both: equal for 'Dollar Tree' and 'DollarTree'. */
  compact: string;
  /** The number of the branch without leading zeros: '736' in '#0736', 'T-736' and 'Store 736'. */
  branch: string | null;
  /** The days that the name says, as a market's does: 'sun'. */
  days: string[];
}

/** Splits a name: 'Starbucks - Target Norco 736' is the business 'starbucks' in the place 'target norco'. */
export function parseName(name: string): NameParts {
  let branch: string | null = null;
  const text = name
    .normalize('NFD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(BRANCH, (_, sign?: string, word?: string, end?: string) => {
      branch = (sign ?? word ?? end ?? '').replace(/^0+(?=.)/, '');
      return ' ';
    });
  const parts = text
    .split(SEPARATOR)
    .map(splitWords)
    .filter((words) => words.length > 0);
  const own = parts.find((words) => !words.every(isDay)) ?? [];
  const place = parts.filter((part) => part !== own).flat();
  return {
    words: own.filter((word) => !isDay(word)),
    place: place.filter((word) => !isDay(word)),
    compact: [...own, ...place].join(''),
    branch,
    days: [...own, ...place].filter(isDay).map((day) => day.slice(0, 3)),
  };
}

const BRANCH =
  /#\s*0*(\d+[a-z]?)\b|\b(?:t-?|(?:stores?|str|unit|no)\s+#?)(\d{3,}[a-z]?)\b|(?<=\p{L}.*\s)(\d{3,5}[a-z]?)\s*$/giu;
const SEPARATOR = /\s[-–—@|]\s|[(),:;]|\s(?:at|inside|located)\s/;
const DAY = /^(?:sun|mon|tue|wed|thu|fri|sat|(?:sun|mon|tues|wednes|thurs|fri|satur)days?)$/;
const isDay = (word: string) => DAY.test(word);

/** The words of a text without plurals, small words and legal forms, with abbreviations and numerals written out. */
const splitWords = (text: string) =>
  text
    .replace(/\b7[- ]?11\b/g, '7 eleven')
    .replace(/\bwal[ -]mart\b/g, 'walmart')
    .replace(/\bf m\b/g, 'farmers market')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !UNSAID.has(word))
    .flatMap((word) => ABBREVIATIONS.get(word) ?? [word])
    .map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));

const UNSAID = new Set(
  'a an and co company corp corporation de el inc incorporated la las llc llp los lp ltd of pc the y'.split(' '),
);

const ABBREVIATIONS = new Map(
  `brew:brewing brewery:brewing bros:brother cert:certified cfm:farmers,market cntr:center ctr:center fm:farmers,market frmrs:farmers
  ft:fort hlth:health hlthcr:healthcare hosp:hospital mc:medical,center med:medical mkt:market mrkt:market mt:mount nbrhd:neighborhood
  rx:pharmacy st:saint sust:sustainable svc:service svcs:service univ:university`
    .split(/\s+/)
    .map((entry): [string, string[]] => {
      const [short = '', long = ''] = entry.split(':');
      return [short, long.split(',')];
    }),
);
