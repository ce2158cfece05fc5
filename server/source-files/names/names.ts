import { type Brand, matchBrand } from './brands.ts';
import { isNoName } from './no-name.ts';
import { titleCase } from './title-case.ts';

/** The name of a business as people write it, and what tells its branch from others of the chain. */
export interface BusinessName {
  name: string;
  /** The number or name of the branch: '154' of 'RALPHS #154', 'Culver City' of 'In-N-Out Burger - Culver City'. */
  branch: string | null;
  brand: Brand | null;
}

// Of these, the name of the branch is what people call it: 'Hilton - Bayfront'.
const CATEGORIES_OF_NAMED_BRANCHES = new Set(
  ['hospitals-urgent-care', 'medical-clinics', 'doctors', 'hotels-motels', 'amusement-parks', 'gyms-fitness'].concat(
    'movie-theaters',
    'car-dealers',
  ),
);

/**
 * Writes a name as people do: brands as their owners write them, without the number of the branch, a legal form or capitals:
 * 'RALPHS #154' is 'Ralphs', 'ACME PLUMBING, INC.' is 'Acme Plumbing'.
 */
export function toBusinessName(text: string): BusinessName {
  const trading = moveArticle(removeLegalForm(removeInnerLegalForm(toTradingName(text))));
  const match = matchBrand(trading);
  if (match) {
    const { brand, rest, isOwnName } = match;
    const branch = parseBranch(rest, !CATEGORIES_OF_NAMED_BRANCHES.has(brand.category));
    if (branch !== null) return { name: brand.name, branch: titleCase(branch) || null, brand };
    // 'Ross Plumbing' is no Ross Dress for Less.
    if (isOwnName && /^\s/.test(rest)) return toNameAlone(`${brand.name}${titleCase(rest, { isBeginning: false })}`);
  }
  return toNameAlone(titleCase(trading));
}

/** A number of what is no known chain is a part of the name: 'Corner Store #2', 'VFW Post #9934'. */
const toNameAlone = (name: string): BusinessName => ({ name, branch: null, brand: null });

/** '' if there is only the brand, the branch if the rest is one, and null if the rest is more of the name. */
function parseBranch(rest: string, isNamed: boolean): string | null {
  if (/^(?:store|no\.?|#|\s)*$/i.test(rest)) return '';
  const number =
    /^\s*(?:store|food store|restaurant|pharmacy|unit|branch)?[\s,:–—-]*(?:no\.?|store)?\s*\(?#?\s*([a-z]{0,2}-?\d[\w/-]*)\)?$/i.exec(
      rest,
    );
  if (number?.[1]) return number[1];
  const named = /^(?:\s+[-–—@|]|:)\s*(\S.*)$/.exec(rest);
  return isNamed && named?.[1] ? named[1].trim() : null;
}

/** The name after 'DBA', where it is one. */
function toTradingName(text: string): string {
  const [, legal = '', trading = ''] = /^(.*?)[\s,]+(?:dba|d\/b\/a)[\s:.]+(\S.{2,})$/i.exec(text) ?? [];
  if (!trading) return text;
  // 'Acme Plumbing LLC DBA SAME'
  return isNoName(trading) && !isNoName(legal) ? legal : trading;
}

const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|l\.?l\.?c|l\.?l\.?p|l\.?p|ltd|corp|a (?:california |professional |medical |dental |law )*corp(?:oration)?|apc|apdc|aplc|prof(?:essional)? (?:dental |medical |law )?corp(?:oration)?)\.?$/i;

/** Before what tells a branch: 'Maxim Healthcare, Inc. - Carlsbad', 'YOSHINOYA AMERICA INC 1264'. */
const removeInnerLegalForm = (text: string) =>
  text.replace(/(?<=\p{L}.*)[\s,]+(?:inc|llc|corp)\b\.?(?=\s+-\s*\S|\s+#?\d+$)/iu, '');

/** 'Village Healthcare Center, The' is sorted by its second word. */
const moveArticle = (text: string) => text.replace(/^(.+), the$/i, 'The $1');

function removeLegalForm(text: string): string {
  const short = text.replace(LEGAL_FORM, '').replace(/[\s,]+$/, '');
  return short === text || !/\p{L}/u.test(short) ? text : removeLegalForm(short);
}
