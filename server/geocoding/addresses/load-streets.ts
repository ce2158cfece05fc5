import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { readStreetName } from '#contract/values/street-name.ts';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { decodeAddresses } from './address-file.ts';
import { parseKnownRows, toKnownStreets } from './known-addresses.ts';
import { getExtent, type Street } from './street.ts';
import { toStreetKey } from './street-key.ts';
import { encodeShape } from './street-shape.ts';

/** The file of streets and house numbers that the product ships. */
export const ADDRESS_FILE = new URL('addresses/socal.bin', DATA_FOLDER);

const BATCH_SIZE = 1000;

/** How far a file was loaded. */
interface Progress {
  /** Of the files. */
  checksum: string;
  /** The number of streets that the table has of them. */
  loaded: number;
  isComplete: boolean;
}

/**
 * Loads the table of streets in the background, batch by batch, and goes on where it was interrupted. Does nothing if the table has these
 * files already; safe to call in several processes at once. Addresses are located meanwhile by what there is.
 * @param files `addresses` as `npm run addresses` writes it, and CSV files of businesses whose addresses and points are known
 * @returns the number of streets that were loaded
 */
export async function loadStreets(db: Kysely<DB>, files: { addresses: URL; known: URL[] }): Promise<number> {
  const contents = await Promise.all([files.addresses, ...files.known].map((file) => readFile(file)));
  const checksum = contents.reduce((hash, content) => hash.update(content), createHash('sha256')).digest('hex');
  const before = await readProgress(db);
  if (before?.checksum === checksum && before.isComplete) return 0;
  return writeStreets(db, checksum, listStreets(contents[0] as Buffer, contents.slice(1)));
}

/** Replaces the table by other streets. @param checksum of them, by which the table is known to have them */
export async function writeStreets(db: Kysely<DB>, checksum: string, streets: Iterable<Street>): Promise<number> {
  const iterator = streets[Symbol.iterator]();
  let from = 0;
  let loaded = 0;
  for (let batch = take(iterator); batch.length > 0; batch = take(iterator)) {
    loaded += await loadBatch(db, { checksum, from, batch });
    from += batch.length;
    // Requests come first.
    await setImmediate();
  }
  await finish(db, checksum, from);
  return loaded;
}

function* listStreets(addresses: Buffer, known: Buffer[]): Generator<Street> {
  yield* decodeAddresses(addresses);
  yield* toKnownStreets(known.flatMap(parseKnownRows));
}

function take(streets: Iterator<Street>): Street[] {
  const batch: Street[] = [];
  while (batch.length < BATCH_SIZE) {
    const next = streets.next();
    if (next.done) break;
    batch.push(next.value);
  }
  return batch;
}

/** Whether the table has all of its streets. */
export const areStreetsLoaded = async (db: Kysely<DB>): Promise<boolean> =>
  (await readProgress(db))?.isComplete ?? false;

async function readProgress(db: Kysely<DB>): Promise<Progress | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'streets').executeTakeFirst();
  return row?.value as Progress | undefined;
}

const writeProgress = (trx: Transaction<DB>, progress: Progress) =>
  sql`
    insert into settings (key, value) values ('streets', ${JSON.stringify(progress)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(trx);

const lock = (trx: Transaction<DB>) => sql`select pg_advisory_xact_lock(hashtext('streets'))`.execute(trx);

/** Loads a batch, unless the table has it. @returns the number of streets that were loaded */
function loadBatch(
  db: Kysely<DB>,
  { checksum, from, batch }: { checksum: string; from: number; batch: Street[] },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lock(trx);
    const progress = await readProgress(trx);
    const to = from + batch.length;
    if (progress?.checksum === checksum && progress.loaded >= to) return 0;
    await sql`delete from streets where id >= ${from} and id < ${to}`.execute(trx);
    const rows = batch.flatMap(({ name, ...shape }, i) => {
      const key = toStreetKey(readStreetName(name));
      if (key === '' || key.length > MAX_NAME_LENGTH || name.length > MAX_NAME_LENGTH) return [];
      const [west, south, east, north] = getExtent(shape);
      if (west > east) return [];
      return [{ id: from + i, name, key, west, south, east, north, shape: encodeShape(shape).toString('hex') }];
    });
    await sql`
      insert into streets (id, name, key, west, south, east, north, shape)
      select id, name, key, west, south, east, north, decode(shape, 'hex')
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as t(id int, name text, key text, west int, south int, east int, north int, shape text)`.execute(trx);
    await writeProgress(trx, { checksum, loaded: to, isComplete: false });
    return rows.length;
  });
}

const MAX_NAME_LENGTH = 200;

/** Deletes what an earlier file had more. */
const finish = (db: Kysely<DB>, checksum: string, count: number) =>
  db.transaction().execute(async (trx) => {
    await lock(trx);
    const progress = await readProgress(trx);
    if (progress?.checksum !== checksum || progress.isComplete) return;
    await sql`delete from streets where id >= ${count}`.execute(trx);
    // What the former streets said of addresses.
    await sql`delete from located_addresses`.execute(trx);
    await sql`analyze streets`.execute(trx);
    await writeProgress(trx, { checksum, loaded: count, isComplete: true });
  });
