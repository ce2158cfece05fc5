import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

/**
 * ZIP codes that are areas of delivery, rather than PO boxes or a single organization.
 * @param folder of the shape that `data/README.md` describes
 */
export async function readStreetZipCodes(folder: URL): Promise<Set<string>> {
  const file = await readFile(new URL('socal_zips.csv', folder));
  const records: { zip: string; zcta: string }[] = parse(file, { columns: true, bom: true, trim: true });
  return new Set(records.filter(({ zcta }) => zcta === '1').map(({ zip }) => zip));
}
