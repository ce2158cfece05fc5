import { type Kysely, sql } from 'kysely';
import { translateDefined } from '#contract/i18n/t.ts';
import { getLicenseClasses, LICENSE_CLASSES, MOVERS } from '#contract/listing-fields/license-classes.ts';
import type { ShownLicense } from '#contract/listing-fields/shown-license.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** A license number as a listing has it. */
interface ListedLicense {
  license_number: string | null;
  license_check: string | null;
}

/** The number among what an owner typed, as the database reads it. */
export const readLicenseNumber = (text: string | null): string | null => /\d{4,8}/.exec(text ?? '')?.[0] ?? null;

/** What the page of a listing shows of its license; null where its trade needs none, or it has none. */
export async function findLicense(
  db: Kysely<DB>,
  { license_number, license_check }: ListedLicense,
  categoryKey: string,
): Promise<ShownLicense | null> {
  const needed = getLicenseClasses(categoryKey);
  const number = readLicenseNumber(license_number);
  if (needed.length === 0 || number === null) return null;
  const url = needed.includes(MOVERS) ? null : `${STATE_PAGE}${number}`;
  const { rows } = license_check ? await licenseQuery(number).execute(db) : { rows: [] };
  const [found] = rows;
  if (!found) return { number, check: null, classes: [], listedOn: null, url };
  const isConfirmed = license_check === 'confirmed';
  const classes = isConfirmed ? found.classes.filter((name) => needed.includes(name)).map(printClass) : [];
  return { number, check: isConfirmed ? 'confirmed' : 'unconfirmed', classes, listedOn: found.listedOn, url };
}

/** 'C-36 plumbing', in the language of the request. */
const printClass = (name: string) => `${name} ${translateDefined(LICENSE_CLASSES[name]?.name ?? '')}`.trim();

const STATE_PAGE = 'https://www.cslb.ca.gov/OnlineServices/CheckLicenseII/LicenseDetail.aspx?LicNum=';

/** Exported for the test of its query plan. */
export const licenseQuery = (number: string) => sql<{ classes: string[]; listedOn: string }>`
  select classes, listed_on::text as "listedOn" from state_licenses where number = ${number}`;
