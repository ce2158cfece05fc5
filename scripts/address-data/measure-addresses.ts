import { readFileSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { readAddress } from '#contract/values/address.ts';
import { readStreetName, toHouseNumber } from '#contract/values/street-name.ts';
import { decodeAddresses } from '#server/geocoding/addresses/address-file.ts';
import { parseKnownRows, toKnownStreets } from '#server/geocoding/addresses/known-addresses.ts';
import { ADDRESS_FILE, writeStreets } from '#server/geocoding/addresses/load-streets.ts';
import { locateAddresses } from '#server/geocoding/addresses/locate-addresses.ts';
import type { PointQuality } from '#server/geocoding/addresses/locate-number.ts';
import { toStreetKey } from '#server/geocoding/addresses/street-key.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { distanceKm } from '#server/places/points.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { SAMPLE_FILES } from '#server/site/seed/samples.ts';
import { withEstimates } from './estimate-numbers.ts';

/** How far the points of some addresses are from the known ones, in meters. */
export interface Accuracy {
  /** The share of addresses that have a point at all, from 0 to 1. */
  hits: number;
  median: number;
  ninetieth: number;
  /** The same for each quality; `zip` is the middle of the ZIP code where no point was found. */
  byQuality: { quality: PointQuality; count: number; median: number; ninetieth: number }[];
}

interface MeasureOptions {
  count: number;
  seed: number;
  /** Whether all rows at the addresses of the sample are left out of what is known, not only those of the sample itself. */
  leavesOutAddresses: boolean;
}

const CHAIN_STORES = 'socal_chain_stores.csv';

/**
 * Locates chain stores of which the points are known, by what is known without them: neither they nor the estimates that follow from
 * them are among the streets. Replaces the streets of the database.
 */
export async function measureAddresses(db: Kysely<DB>, options: MeasureOptions): Promise<Accuracy> {
  const gazetteer = await openGazetteer(db);
  const chains = readRows(CHAIN_STORES).filter(
    ({ address, zip, lat }) => readAddress(address).number !== null && gazetteer.zipCodes.has(zip.slice(0, 5)) && lat,
  );
  const sample = draw(chains, options);
  const [ids, keys] = [new Set(sample.map(({ id }) => id)), new Set(sample.map(toAddressKey))];
  const known = toKnownStreets(
    SAMPLE_FILES.flatMap(readRows).filter(
      (row) => !ids.has(row.id) && !(options.leavesOutAddresses && keys.has(toAddressKey(row))),
    ),
  );
  const streets = withEstimates([...decodeAddresses(readFileSync(ADDRESS_FILE))], known);
  await writeStreets(db, `measured ${JSON.stringify(options)}`, [...streets, ...known]);
  const typed = sample.map(({ address, city, zip }) => ({ address, city, zip: zip.slice(0, 5) }));
  const points = await locateAddresses({ db, gazetteer }, typed);
  const located = sample.map(({ lat, lng, zip }, i) => {
    const point = points[i] ?? null;
    const middle = gazetteer.zipCodes.get(zip.slice(0, 5)) as { lat: number; lng: number };
    const meters = 1000 * distanceKm(point ?? middle, { lat: Number(lat), lng: Number(lng) });
    return { quality: point?.quality ?? ('zip' as const), meters };
  });
  return summarize(located);
}

const readRows = (file: string) =>
  parseKnownRows(readFileSync(new URL(file, DATA_FOLDER))) as (ReturnType<typeof parseKnownRows>[number] & {
    city: string;
  })[];

function draw<Row>(rows: Row[], { count, seed }: MeasureOptions): Row[] {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return state;
  };
  return rows
    .map((row) => ({ row, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ row }) => row);
}

function toAddressKey({ address, zip }: { address: string; zip: string }): string {
  const { number, street } = readAddress(address);
  return [toHouseNumber(number ?? ''), toStreetKey(readStreetName(street ?? '')), zip.slice(0, 5)].join(' ');
}

const QUALITIES: PointQuality[] = ['address', 'between', 'along', 'street', 'zip'];

function summarize(located: { quality: PointQuality; meters: number }[]): Accuracy {
  const found = located.filter(({ quality }) => quality !== 'zip');
  const toMetrics = (of: typeof located) => {
    const sorted = of.map(({ meters }) => meters).sort((a, b) => a - b);
    const at = (part: number) => Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
    return { median: at(0.5), ninetieth: at(0.9) };
  };
  return {
    hits: found.length / located.length,
    ...toMetrics(found),
    byQuality: QUALITIES.map((quality) => {
      const of = located.filter((one) => one.quality === quality);
      return { quality, count: of.length, ...toMetrics(of) };
    }),
  };
}

/** The metrics as a table for people. */
export function printAccuracy({ hits, median, ninetieth, byQuality }: Accuracy): string {
  const toLine = (name: string, count: string, ...meters: number[]) =>
    [name.padEnd(10), count.padStart(8), ...meters.map((value) => `${value} m`.padStart(10))].join('');
  return [
    toLine('all', `${(100 * hits).toFixed(1)} %`, median, ninetieth),
    ...byQuality.map((row) => toLine(row.quality, String(row.count), row.median, row.ninetieth)),
  ].join('\n');
}
