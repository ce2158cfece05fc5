/** Words with vowels that stay in capitals. */
const UPPERCASE_WORDS = new Set(
  `AA AAA ABC AFB AHF AHMC AHPC AIDS APA APH ASC ATM CFM CNA CPA CSUB CSUF CSULA CSULB CSUN CSUSB DAP ECS EMC EMS ENT EZ HHA HIV HVAC
  ICU IGA II III IMAX IPA IQ IT IV KOA LAC LACC LACMA LADOT LADWP LAFC LAFD LAPD LAPL LAX LGBT LGBTQ MOCA MRI NAACP NAF NE OBGYN OC
  OCFA OCTA OCC OD PCH PIH RV SDSU SE SOS TFY TV UC UCI UCLA UCR UCSB UCSD UPWM US USA USC USO UT VA VFW VI VII VIII VITAS VNA YMCA
  YWCA`.split(/\s+/),
);
/** Words without vowels that are not initialisms, unlike CVS or LLC. */
const ABBREVIATIONS = new Set(
  'BLDG BLVD BYP CT CYN DR FT FWY HWY JR JRS LN MR MRS MT MTN PKWY PL RD SQ SR ST STR TR VLG VLY XPWY'.split(' '),
);
const LINKING_WORDS = new Set('AND AT BY DE DEL FOR IN OF ON THE Y'.split(' '));

/** Abbreviations that people write out in names. */
const WRITTEN_OUT: Record<string, string> = {
  CNTR: 'Center',
  CTR: 'Center',
  FRMRS: 'Farmers',
  HLTH: 'Health',
  HNOS: 'Hermanos',
  HOSP: 'Hospital',
  HSP: 'Hospital',
  MEM: 'Memorial',
  MGMT: 'Management',
  MKT: 'Market',
  MRKT: 'Market',
  NBRHD: 'Neighborhood',
  PHD: 'PhD',
  PSYD: 'PsyD',
  SVC: 'Service',
  SVCS: 'Services',
};

/** Whether a text has capitals and no small letters. */
export const isAllCaps = (text: string): boolean => !/\p{Ll}/u.test(text) && /\p{Lu}{2,}/u.test(text);

/**
 * A name without shouting: 'VONS MARKET' becomes 'Vons Market', 'CVS' stays. In a name with small letters, only long words
 * are changed: they are no initialisms.
 * @param options.isBeginning whether the text is the beginning of a name; else a linking word can be its first
 */
export function titleCase(name: string, { isBeginning = true } = {}): string {
  return writeLosAngeles(withoutCapitals(name, isBeginning));
}

function withoutCapitals(name: string, isBeginning: boolean): string {
  if (!isAllCaps(name)) return name.replace(/(?<![\p{L}\p{N}'’.])\p{Lu}{6,}(?![\p{L}\p{N}])/gu, capitalizeLong);
  return titleCaseWords(
    name.replace(/\bMED(?= C(?:EN)?TE?R\b)/g, 'MEDICAL'),
    (word, index) => (index > 0 || !isBeginning) && LINKING_WORDS.has(word),
    WRITTEN_OUT,
  );
}

// 'La' is also a Spanish article: 'East La Habra', 'Taqueria de la Costa'.
const writeLosAngeles = (name: string) =>
  name.replace(
    /(?<=\b(?:East|West|South|North|Central|Downtown|Center|State|of) )La(?=$|\s*[-–—,/(]|\s+(?:Clinic|Community|Dental|Family|Farmers|Health|Medical)\b)/gi,
    'LA',
  );

/**
 * Words in capitals in title case.
 * @param isLowerCase the words that are written in small letters
 * @param replacements words that are written otherwise
 */
export function titleCaseWords(
  text: string,
  isLowerCase: (word: string, index: number) => boolean,
  replacements: Record<string, string> = {},
): string {
  let index = 0;
  return text.replace(/[\p{L}\p{N}](?:[\p{L}\p{N}'’.]*[\p{L}\p{N}])?/gu, (word) => {
    if (isLowerCase(word, index++)) return word.toLowerCase();
    return Object.hasOwn(replacements, word) ? (replacements[word] ?? word) : titleCaseWord(word);
  });
}

function titleCaseWord(word: string) {
  if (/^\d+(ST|ND|RD|TH)$/.test(word)) return word.toLowerCase();
  if (/^\p{L}{3,}\.(COM|NET|ORG)$/u.test(word)) return word.toLowerCase();
  if (/\d/.test(word)) return word.replace(/(?<=\d)\p{Lu}{4,}/gu, capitalize);
  if (/\p{L}\.\p{L}/u.test(word) || UPPERCASE_WORDS.has(word)) return word;
  if (isInitialism(word)) return word;
  return capitalize(word)
    .replace(/^Mc(\p{Ll})(?=\p{Ll}{2})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/^([DLO]['’])(\p{Ll})(?=\p{Ll}{2})/u, (_, start: string, letter: string) => start + letter.toUpperCase());
}

/** Whether a word cannot be spoken: it has no vowels, or is short and begins with consonants that English does not join ('RSAG'). */
function isInitialism(word: string) {
  if (word.length > 5 || ABBREVIATIONS.has(word)) return false;
  // Unified school districts.
  if (!/[AEIOUYÁÉÍÓÚ]/.test(word) || /.USD$/.test(word)) return true;
  return word.length <= 4 && /^[B-DF-HJ-NP-TV-XZ]{2}/.test(word) && !SPOKEN_BEGINNING.test(word);
}

const SPOKEN_BEGINNING =
  /^(?:B[LR]|C[HLRZ]|D[RW]|F[LR]|G[HLNRW]|HR|JH|K[HLNRW]|LL|MC|NG|P[FHLNRST]|Q[UW]|RH|S[CHKLMNPQRTVWZ]|T[HRSWZ]|V[LR]|W[HR]|XH|ZH)/;

const capitalizeLong = (word: string) => (UPPERCASE_WORDS.has(word) ? word : capitalize(word));

const capitalize = (word: string) => word.slice(0, 1) + word.slice(1).toLowerCase();
