import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.ts';
import { renew } from '../page-cache/invalidate.ts';
import { DATA_FOLDER } from '../places/data-folder.ts';
import { openGazetteer } from '../places/gazetteer.ts';
import { makeRegister, type Register } from './duplicates.ts';
import { type Draft, toDraft } from './listing.ts';
import { type Atlas, makeAtlas, type Note } from './place-matcher.ts';
import { type Row, readRows } from './rows.ts';
import { readStreetZipCodes } from './street-zip-codes.ts';
import { type Existing, findExisting, sourceKey, writeDrafts } from './write.ts';

/** What an import did. `mends` and `skips` count rows by kind of reason; a row can be mended in several ways. */
export interface ImportSummary {
  read: number;
  added: number;
  updated: number;
  unchanged: number;
  /** Changed in the file, but claimed by an account and so left alone. */
  claimed: number;
  /** Rows that were mended, whatever became of them. */
  mended: number;
  skipped: number;
  mends: Record<string, number>;
  skips: Record<string, number>;
}

/** A row that was skipped or mended, and why. */
export interface Remark {
  line: number;
  id: string;
  name: string;
  action: 'skipped' | 'mended';
  reason: string;
}

const BATCH = 500;
// More keys than a renewal names are a renewal of everything: no need to remember them all.
const ENOUGH_KEYS = 1000;

/**
 * Imports a CSV file of the shape that `data/README.md` describes, in one transaction: all of it or nothing. A row is
 * known again by its source and id, so that the same file again changes nothing, and a changed one updates its listing
 * unless an account has claimed it. What changed is renewed on every page when it commits.
 * @param options.dryRun does everything and then undoes it
 * @param options.remark hears of every row that is skipped or mended
 * @param options.progress hears how many bytes of how many were read
 * @throws {CannotImport} when the file cannot be read as one
 */
export async function importFile(
  db: Kysely<DB>,
  path: string,
  options: {
    dryRun?: boolean;
    remark?: (remark: Remark) => void;
    progress?: (bytes: number, total: number) => void;
  } = {},
): Promise<ImportSummary> {
  const atlas = await openAtlas(db);
  const trx = await db.startTransaction().execute();
  try {
    await alone(trx);
    const sieve = makeSieve(atlas, options.remark);
    const summary = sieve.begin();
    const keys = new Set<string>();
    for await (const rows of inBatches(readRows(path, options.progress))) {
      const written = await writeDrafts(trx, atlas.gazetteer, 'import', await sieve.sift(trx, rows));
      count(summary, written);
      if (keys.size < ENOUGH_KEYS) for (const key of written.keys) keys.add(key);
    }
    await renew(trx, keys);
    await (options.dryRun ? trx.rollback() : trx.commit()).execute();
    return summary;
  } catch (error) {
    // Where the connection is gone, the server has rolled back by itself.
    await trx
      .rollback()
      .execute()
      .catch(() => {});
    throw error;
  }
}

/** The gazetteer as placing needs it. */
export async function openAtlas(db: Kysely<DB>): Promise<Atlas> {
  return makeAtlas(await openGazetteer(db), await readStreetZipCodes(DATA_FOLDER));
}

/** Lets one import at a time work: two of one file would both find its rows new. */
export async function alone(trx: Transaction<DB>) {
  // Waiting for another import may take longer than any statement.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(trx);
}

/**
 * Reads rows as listings, batch by batch, leaving out what is no listing, what the file has twice, and what is in the
 * directory under another source.
 * @param remark hears of every row that is skipped or mended
 */
export function makeSieve(atlas: Atlas, remark: (remark: Remark) => void = () => {}) {
  const register = makeRegister();
  const met = new Set<string>();
  let summary = emptySummary();
  /** Counts what follows in a summary of its own: another file begins. */
  const begin = () => {
    summary = emptySummary();
    return summary;
  };
  const remarks: Remark[] = [];
  const skip = ({ line, fields }: Row, { kind, text }: Note) => {
    summary.skipped++;
    tally(summary.skips, [kind]);
    remarks.push({ line, id: fields.id, name: fields.name, action: 'skipped', reason: text });
  };
  const sift = async (trx: Transaction<DB>, rows: Row[]) => {
    summary.read += rows.length;
    const readings = rows.flatMap((row) => {
      const reading = toDraft(atlas, row);
      if ('draft' in reading) return [{ row, ...reading }];
      skip(row, reading.skip);
      return [];
    });
    const existing = await findExisting(
      trx,
      readings.map(({ draft: { source, source_id } }) => ({ source, source_id })),
    );
    await register.learn(
      trx,
      readings.map(({ draft }) => draft.zip),
    );
    const sound = readings.flatMap(({ row, draft, mends }) => {
      const known = existing.get(sourceKey(draft));
      const refusal = refuseTwin(register, met, draft, known);
      if (refusal) {
        skip(row, refusal);
        return [];
      }
      if (mends.length > 0) {
        summary.mended++;
        tally(summary.mends, new Set(mends.map(({ kind }) => kind)));
        const reason = mends.map(({ text }) => text).join('; ');
        remarks.push({ line: row.line, id: row.fields.id, name: row.fields.name, action: 'mended', reason });
      }
      return [{ draft, existing: known }];
    });
    for (const said of remarks.splice(0).sort((a, b) => a.line - b.line)) remark(said);
    return sound;
  };
  return { begin, sift };
}

const emptySummary = (): ImportSummary => ({
  ...{ read: 0, added: 0, updated: 0, unchanged: 0, claimed: 0, mended: 0, skipped: 0 },
  ...{ mends: {}, skips: {} },
});

function refuseTwin(register: Register, met: Set<string>, draft: Draft, existing?: Existing): Note | null {
  const key = sourceKey(draft);
  if (met.has(key)) return { kind: 'repeated', text: 'an earlier row has the same id' };
  met.add(key);
  if (existing) return null;
  const twin = register.twinOf(draft);
  if (twin) return { kind: 'duplicate', text: `the same business as '${twin}' in ${draft.zip}` };
  register.add(draft);
  return null;
}

function tally(counts: Record<string, number>, kinds: Iterable<string>) {
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
}

/** Adds what was written to the summary. */
export function count(
  summary: ImportSummary,
  written: Pick<ImportSummary, 'added' | 'updated' | 'unchanged' | 'claimed'>,
) {
  summary.added += written.added;
  summary.updated += written.updated;
  summary.unchanged += written.unchanged;
  summary.claimed += written.claimed;
}

async function* inBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
