import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

/**
 * The ZIP codes of delivery areas, in contrast to those of PO boxes or single organizations.
 * @param folder of the shape that `data/README.md` describes
 */
export async function readStreetZipCodes(folder: URL): Promise<Set<string>> {
  const file = await readFile(new URL('socal_zips.csv', folder));
  const records: { zip: string; zcta: string }[] = parse(file, { columns: true, bom: true, trim: true });
  return new Set(records.filter(({ zcta }) => zcta === '1').map(({ zip }) => zip));
}
