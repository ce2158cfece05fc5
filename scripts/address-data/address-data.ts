/**
 * Writes the house numbers and streets that addresses are looked up in: `data/addresses/socal.bin`, or one of an operator.
 *
 *     node scripts/address-data/address-data.ts HOUSES STREETS OUTPUT
 *
 * HOUSES is a CSV file (or .csv.gz) with the columns number, street, lat and lng. STREETS is an archive of streets as
 * `npm run streets` makes it: `data/streets/socal.pmtiles`. See data/README.md, Addresses.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openArchive } from '#scripts/street-archive/read-archive.ts';
import { encodeAddresses } from '#server/geocoding/addresses/address-file.ts';
import { parseKnownRows, toKnownStreets } from '#server/geocoding/addresses/known-addresses.ts';
import type { Street } from '#server/geocoding/addresses/street.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { SAMPLE_FILES } from '#server/site/seed/samples.ts';
import { withEstimates } from './estimate-numbers.ts';
import { readHouses } from './read-houses.ts';
import { readStreets } from './read-streets.ts';
import { splitStreets } from './split-streets.ts';

const [houseFile, streetFile, output] = process.argv.slice(2);
if (!houseFile || !streetFile || !output) {
  console.error('Usage: node scripts/address-data/address-data.ts HOUSES.csv[.gz] STREETS.pmtiles OUTPUT');
  process.exit(2);
}

const houses = await readHouses(houseFile);
const archive = await openArchive(streetFile);
const lines = await readStreets(archive);
archive.close();
const names = [...new Set([...houses.keys(), ...lines.keys()])].sort();
const streets = names.flatMap((name) => splitStreets(name, houses.get(name) ?? [], lines.get(name) ?? []));
const known = SAMPLE_FILES.flatMap((file) => parseKnownRows(readFileSync(new URL(file, DATA_FOLDER))));
const estimated = withEstimates(streets, toKnownStreets(known));
const bytes = encodeAddresses(estimated);
writeFileSync(output, bytes);
const count = (of: (street: Street) => number) => estimated.reduce((sum, street) => sum + of(street), 0);
const counts = `${count((street) => street.houses.length)} houses on ${streets.length} streets`;
const estimates = `${count((street) => street.estimates.length)} estimated numbers`;
console.log(`${output}: ${counts}, ${estimates}, ${(bytes.length / 1e6).toFixed(2)} MB`);
