/** The words with which offices name what they license, whatever it is: 'Massage Establishment', 'Tow Operator', 'Vape Retailer Permit'. */
const LICENSE_WORDS = new Set(
  `business businesses center centers centre company dealer dealers establishment establishments facility facilities firm general licence license
  licensed office offices operation operations operator operators parlor parlors permit practice provider providers registration retail retailer
  retailers sale sales seller service services shop shops store stores studio studios type vendor vendors
  comercio establecimiento establecimientos local negocio permiso licencia servicio servicios tienda venta`.split(
    /\s+/,
  ),
);

// What may follow the words of a kind where people search for it.
const ENDINGS = ['shop', 'store', 'service', 'center', 'repair'];

/**
 * The categories of a kind in the words of an office: of the kind without what all licenses have in common, or of each of several kinds that it joins
 * ('Vape & Smoke'). None where one of them is unknown.
 * @param find the categories of a phrase
 */
export function findLicensed(kind: string, find: (phrase: string) => string[] | undefined): string[] {
  const bare = toBare(kind);
  const whole = bare ? findBare(bare, find) : undefined;
  if (whole) return whole;
  const parts = kind.split(/\s*[&/,;]\s*|\s+(?:and|or|y|o)\s+/i).map(toBare);
  if (parts.length < 2 || parts.length > 3) return [];
  const found = parts.map((part) => part && findBare(part, find));
  return found.every((slugs) => slugs) ? [...new Set(found.flatMap((slugs) => slugs || []))] : [];
}

const findBare = (bare: string, find: (phrase: string) => string[] | undefined) =>
  find(bare) ?? ENDINGS.map((ending) => find(`${bare} ${ending}`)).find((slugs) => slugs?.length === 1);

/** Without the words of the office around it, and without a number of its list ('7-12 Massage Establishment (new)'). */
function toBare(kind: string): string {
  const words = kind
    .replace(/\([^)]*\)/g, ' ')
    .split(/[^\p{L}\p{N}'’&-]+/u)
    .filter((word) => /\p{L}/u.test(word));
  const isCommon = (word: string | undefined) => word !== undefined && LICENSE_WORDS.has(word.toLowerCase());
  const from = words.findIndex((word) => !isCommon(word));
  const to = words.findLastIndex((word) => !isCommon(word));
  return from === -1 ? '' : words.slice(from, to + 1).join(' ');
}
