import { toPlainText } from './plain-text.ts';

/** A suite, unit, building or floor: its word as it was written ('Ste', '#', 'Floor') and what follows it. */
export interface AddressUnit {
  word: string;
  value: string;
}

/** The parts of an address, as they were written. One without a street and a box is none: 'By appointment only'. */
export interface Address {
  /** '2701C' of '2701C Harbor Blvd'. */
  number: string | null;
  /** 'Harbor Blvd', 'Main St & 5th Ave', or the name of a place: 'Fashion Island'. */
  street: string | null;
  units: AddressUnit[];
  /** '4126' of 'PO Box 4126'. */
  box: string | null;
  /** '120' of 'PMB 120', a box in somebody's store. */
  mailbox: string | null;
}

/** Reads the parts of an address that may repeat its city or describe the way. */
export function readAddress(typed: string): Address {
  const { text, ...boxes } = takeUnits(toPlainText(typed).replace(/\([^)]*\)/g, ' '));
  const parts = text
    .split(/[,;]/)
    .map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, '').replace(/ +/g, ' '))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return { ...readStreet(parts), ...boxes };
}

/** Takes the units and boxes out of a text, and again those whose words then stand together. */
function takeUnits(text: string): Pick<Address, 'units' | 'box' | 'mailbox'> & { text: string } {
  // Most addresses have none of it.
  if (!MARKS.test(text)) return { text, units: [], box: null, mailbox: null };
  let box: string | null = null;
  let mailbox: string | null = null;
  const units: AddressUnit[] = [];
  const remainder = text
    .replace(BOX, (_, value: string) => {
      box ??= value.toUpperCase();
      return ', ';
    })
    .replace(MAILBOX, (_, value: string) => {
      mailbox ??= value.toUpperCase();
      return ', ';
    })
    .replace(FLOOR, (_, before?: string, after?: string) => {
      units.push({ word: 'Floor', value: (before ?? after) as string });
      return ' ';
    })
    .replace(UNIT, (_, word: string | undefined, value: string) => {
      units.push({ word: word ?? '#', value: value.toUpperCase() });
      return ' ';
    });
  if (remainder === text) return { text, units, box, mailbox };
  const rest = takeUnits(remainder);
  return { text: rest.text, units: [...units, ...rest.units], box: box ?? rest.box, mailbox: mailbox ?? rest.mailbox };
}

/** The one text of an address, which `readAddress` reads back. Empty for none. */
export const printAddress = ({ number, street, units, box, mailbox }: Address): string =>
  [
    [number, street].filter(Boolean).join(' '),
    units.map(({ word, value }) => (word === '#' ? `#${value}` : `${word} ${value}`)).join(' '),
    mailbox && `PMB ${mailbox}`,
    box && `PO Box ${box}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The number and street, which a map can be asked for; null for a post-office box, and where there is only a unit or none. */
export const toStreetLine = ({ number, street }: Address): string | null =>
  street === null ? null : [number, street].filter(Boolean).join(' ');

const MARKS =
  /#|\b(?:p\.? ?o|p\.?o\.?b(?:ox)?|post(?:al)?|apartado|pmb|floor|fl|piso|suite|ste|unit|apartment|apt|space|spc|sp|building|bldg|dept|room|rm|lot|stall|no|local|int)\b/i;
const BOX =
  /\b(?:p\.? ?o\.? ?b(?:ox)?|post(?:al)? office box|p\.?o\.?b|apartado(?: postal)?)\b\.?,? ?(?:no\.? ?|# ?)?([a-z]?\d[\w-]*)/gi;
const MAILBOX = /\bPMB\b\.? ?#? ?([a-z]?\d[\w-]*)/gi;
const FLOOR = /(?<![-\d])\b(\d{1,3})(?:st|nd|rd|th)? (?:floor|fl)\b\.?|\b(?:floor|fl|piso)\b\.? ?#?(\d{1,3})\b/gi;
// With a digit, or of one or two letters: 'Ste 210', '#A-1', 'Bldg F', and not 'Building Materials'.
const UNIT =
  /(?:\b(suite|ste|unit|apartment|apt|space|spc|sp|building|bldg|dept|room|rm|lot|stall|no|local|int)\b\.? ?#? ?|# ?)((?:[a-z]{1,2}(?![a-z'])|[a-z]{0,2}-?\d[a-z\d]*)(?:-[a-z\d]+)*)\b/gi;

const NUMBER = /^\d+[a-z]?$|^\d+-\d+[a-z]?$|^one$/i;
const DIRECTION = /^(?:[nsew]|[ns][ew]|north|south|east|west)\.?$/i;
// A number behind these is part of the name: 'Highway 78', 'Avenue 58', 'Calle 5'.
const NUMBERED = /^(?:highway|hwy|route|rte|sr|ca|us|i|interstate|avenue|ave|av|calle|county|road|rd)\.?$/i;
const STREET_TYPES =
  /\b(?:aly|alley|ave?|avenue|avenida|blvd|boulevard|calle|camino|cir|circle|ct|court|dr|drive|expy|fwy|freeway|hwy|highway|ln|lane|loop|paseo|pkwy|parkway|pl|place|plz|plaza|rd|road|route|sq|square|st|street|ter|terrace|trl|trail|via|walk|way|row)\b/i;
const PLACES =
  /\b(?:airport|arcade|beach|campus|cent(?:er|re)|centro|church|college|corner|fairgrounds|garage|hall|harbor|hospital|hotel|island|landing|library|lot|mall|marina|market|mercado|mission|museum|park|parque|pier|port|school|shops|spectrum|stadium|station|terminal|tower|university|village|wharf)\b/i;
const CROSSING =
  /\p{Lu}[\p{L}\p{N}.]* ?(?:[&@/]|\band\b|\bat\b|\by\b|\bbetween\b|\bnear\b) ?(?:[NSEW]\.? )?[\p{Lu}\d]/u;
const NO_ADDRESS =
  /\b(?:appointment|cita|online|en l[ií]nea|virtual|mobile|m[oó]vil|deliver|domicilio|we come|call|llam[ea]|text|various|varies|multiple locations|serving|home.?based|private|upon request|tb[ad]|n\/a|unknown|none|hours?|only|24\/7|remote|nationwide|statewide|countywide|throughout)\b/i;
// What a spreadsheet makes of '2-3' or '3/2': '2-Mar'.
const SPREADSHEET_DATE = /^\d{1,2}-[A-Z][a-z]{2}(?:-\d{2,4})?$/;

/** The first part with a number before a name; else the first that names a street, a corner or a place. */
function readStreet(parts: string[]): Pick<Address, 'number' | 'street'> {
  for (const part of parts) {
    const found = readNumberedStreet(part);
    if (found) return found;
  }
  const named = parts.find(
    (part) => !NO_ADDRESS.test(part) && (STREET_TYPES.test(part) || PLACES.test(part) || CROSSING.test(part)),
  );
  return { number: null, street: named ?? null };
}

function readNumberedStreet(part: string): { number: string; street: string } | undefined {
  if (SPREADSHEET_DATE.test(part)) return undefined;
  const words = part.split(' ');
  const at = words.findIndex(
    (word, index) =>
      NUMBER.test(word) &&
      !NUMBERED.test(words[index - 1] ?? '') &&
      (index === 0 || !/^one$/i.test(word)) &&
      /^(?:\d+ )?\p{L}|^\d+(?:st|nd|rd|th)\b|^1\/2(?: |$)/iu.test(words.slice(index + 1).join(' ')),
  );
  if (at < 0) return undefined;
  const isHalf = words[at + 1] === '1/2';
  const before = words.slice(0, at);
  const after = words.slice(at + (isHalf ? 2 : 1));
  // 'N 750 Imperial Ave' is '750 N Imperial Ave'; other words before the number describe the way.
  const street = [...before.filter((word) => DIRECTION.test(word)), ...after].join(' ');
  if (NO_ADDRESS.test(part) && !STREET_TYPES.test(street)) return undefined;
  return { number: isHalf ? `${words[at]} 1/2` : (words[at] as string), street };
}
