/** Words with vowels that stay in capitals. */
const UPPERCASE_WORDS = new Set('AAA ABC AFB EZ IGA II III IV NAF NE OC PCH SE UCLA US USA USC'.split(' '));
/** Words without vowels that are not initialisms, unlike CVS or LLC. */
const ABBREVIATIONS = new Set(
  'BLDG BLVD BYP CNTR CT CTR CYN DR FT FWY HWY JR JRS LN MKT MR MRKT MRS MT MTN NBRHD PKWY PL RD SQ SR ST STR TR VLG VLY XPWY'.split(
    ' ',
  ),
);
const LINKING_WORDS = new Set('AND AT BY DE DEL FOR IN OF ON THE Y'.split(' '));

const isAllCaps = (text: string) => !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}{2,}/gu)?.length ?? 0) > 0;

/**
 * Converts a business name in capitals to title case: 'VONS #2406' becomes 'Vons #2406', 'CVS' stays. A single word stays,
 * because it may be the spelling of a brand; so does a name with a lower-case letter.
 */
export function titleCase(name: string) {
  if (!isAllCaps(name) || !/\s/.test(name)) return name;
  return titleCaseWords(name, (word, index) => index > 0 && LINKING_WORDS.has(word)).replace(
    /(\p{L})#(\d)/gu,
    '$1 #$2',
  );
}

/**
 * A street address without the city and ZIP code at its end, in title case if it was in capitals, with the direction after
 * the number: 'N 750 IMPERIAL AVE' becomes '750 N Imperial Ave'.
 */
export function titleCaseAddress(address: string, city: string, zip: string) {
  const street = removeSuffix(removeSuffix(address, zip), city);
  const cased = isAllCaps(street)
    ? titleCaseWords(street, (word) => word === 'AND' || word === 'OF' || word === 'AT')
    : street;
  return cased.replace(/^([NSEW]) (\d[\w-]*) (?=\S)/, '$2 $1 ');
}

function removeSuffix(address: string, end: string) {
  const remainder = address.slice(0, -end.length).trimEnd();
  const ends = end !== '' && remainder.endsWith(',') && address.toLowerCase().endsWith(end.toLowerCase());
  return ends ? remainder.slice(0, -1).trimEnd() : address;
}

function titleCaseWords(text: string, isLowerCase: (word: string, index: number) => boolean) {
  let index = 0;
  return text.replace(/[\p{L}\p{N}](?:[\p{L}\p{N}'’.]*[\p{L}\p{N}])?/gu, (word) =>
    titleCaseWord(word, index++, isLowerCase),
  );
}

function titleCaseWord(word: string, index: number, isLowerCase: (word: string, index: number) => boolean) {
  if (isLowerCase(word, index)) return word.toLowerCase();
  if (/^\d+(ST|ND|RD|TH)$/.test(word)) return word.toLowerCase();
  if (/\d|\p{L}\.\p{L}/u.test(word) || UPPERCASE_WORDS.has(word)) return word;
  if (word.length <= 4 && !/[AEIOUYÁÉÍÓÚ]/.test(word) && !ABBREVIATIONS.has(word)) return word;
  return capitalize(word)
    .replace(/^Mc(\p{Ll})(?=\p{Ll}{2})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/^(\p{Lu}['’])(\p{Ll})(?=\p{Ll}{2})/u, (_, start: string, letter: string) => start + letter.toUpperCase());
}

const capitalize = (word: string) => word.slice(0, 1) + word.slice(1).toLowerCase();

/** A North American phone number as '(619) 578-2311'; null for other text. */
export function formatPhone(text: string): string | null {
  const [, area, exchange, line] = /^1?([2-9]\d\d)([2-9]\d\d)(\d{4})$/.exec(text.replace(/[\s().+-]/g, '')) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : null;
}

/** A website's URL, with `https` where the text has no scheme; null for other text. */
export function cleanWebsite(text: string): string | null {
  const withScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  if (/\s/.test(withScheme) || !URL.canParse(withScheme)) return null;
  const url = new URL(withScheme);
  const isWebsite =
    /^https?:$/.test(url.protocol) && !url.username && !url.password && /\.[a-z][a-z0-9-]+$/i.test(url.hostname);
  if (!isWebsite || url.href.length > 2000) return null;
  return url.pathname === '/' && !url.search && !url.hash ? url.origin : url.href;
}

/** An email address; null for other text. */
export const cleanEmail = (text: string): string | null =>
  text.length <= 254 && /^[^\s@<>()",;:]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) ? text : null;

/** The five digits of a ZIP code, a ZIP+4 code, or a ZIP code that a spreadsheet formatted as a number; else ''. */
export const toFiveDigitZip = (text: string) => /^(\d{5})(?:[- ]?\d{4}|\.0+)?$/.exec(text)?.[1] ?? '';
