import { fileURLToPath } from 'node:url';
import { sql, type Transaction } from 'kysely';
import { LICENSE_CLASSES } from '#contract/listing-fields/license-classes.ts';
import { readStateList, type StateLicense } from '#server/licenses/read-list.ts';
import { addToStateList } from '#server/licenses/state-list.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { readRows } from '#server/source-files/read-rows.ts';
import type { ImportRow } from '#server/source-files/rows.ts';

/** The file of `data/` with contractors of the state's list, its source in `data/sources.csv`, and the day of the list. */
export const CONTRACTORS = { file: 'cslb_socal_2025-10.csv', source: 'CSLB', listedOn: '2025-10-31' };

const PATH = fileURLToPath(new URL(CONTRACTORS.file, DATA_FOLDER));

/**
 * The contractors as rows of an import. Those whose name may be a person's are left out. Addresses of the list are for mail, and often homes: it has
 * none, so that a listing shows city and ZIP code alone.
 */
export async function readContractors(): Promise<ImportRow[]> {
  const licenses = new Map<string, StateLicense>();
  for await (const license of readStateList(PATH)) licenses.set(license.number, license);
  const rows: ImportRow[] = [];
  const mapping = { id: 'license_no', name: 'business_name', category_raw: 'classifications' };
  for await (const row of readRows(PATH, { source: CONTRACTORS.source, mapping })) {
    const license = licenses.get(row.fields.id.replace(/^0+/, ''));
    if (!license || !COMPANY_WORDS.test(row.fields.name)) continue;
    const name = row.fields.name.replace(/^(.+) THE$/, 'THE $1');
    rows.push({ ...row, fields: { ...row.fields, name, category: chooseCategory(license), category_raw: '' } });
  }
  return rows;
}

/** Stores the list, and the numbers of the listings that were made of it. */
export async function addLicenses(trx: Transaction<DB>): Promise<void> {
  await sql`
    update listings set license_number = source_id
    where source = ${CONTRACTORS.source} and license_number is null and owner_id is null`.execute(trx);
  await addToStateList(trx, readStateList(PATH), CONTRACTORS.listedOn);
}

const COMPANY_WORDS =
  /\b(?:air|builders?|co|company|construction|contractors?|corp|crafters|designs?|electric\w*|enterprises?|experts|flooring|group|heating|hvac|inc|international|landscap\w*|llc|maintenance|plumb\w*|remodeling|roofing|rooter|services?|solar|solutions|systems|wired)\b/i;

/** The trades that names say, by the keys of their categories. */
const TRADE_WORDS: Record<string, RegExp> = {
  solar: /\bsolar\b/i,
  plumbers: /\b(?:plumb|rooter|leak)/i,
  electricians: /\b(?:electric|wired|lighting|bulbs)/i,
  hvac: /\b(?:air|hvac|heating)\b/i,
  roofing: /\broof/i,
  flooring: /\bfloor/i,
  landscaping: /\blandscap/i,
  contractors: /\b(?:construction|builders?|remodel\w*|enterprises)\b/i,
};

/** The category that the name says, of those that need the license; else that of its most special class. */
function chooseCategory({ business_name, classes }: StateLicense): string {
  const special = classes.filter((name) => !/^[AB]/.test(name));
  const categories = [...special, ...classes].flatMap((name) => LICENSE_CLASSES[name]?.categories ?? []);
  return categories.find((category) => TRADE_WORDS[category]?.test(business_name)) ?? categories[0] ?? 'contractors';
}
