import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createKeySet, type KeySet } from '#server/import/key-set.ts';
import type { ImportSummary } from '#server/import/summary.ts';
import { ALL_KEYS, invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** An import of a file, batch by batch. */
export interface ImportRun {
  id: number;
  /** The number of rows whose batch is committed. */
  position: number;
  /** The summary of the committed rows. */
  summary: Partial<ImportSummary>;
  /** The `sourceKey`s of the rows that became or were listings. */
  seen: KeySet;
}

/**
 * Begins an import, or continues the one of the same file with the same options that was cut off.
 * @param file its path, and how people know it
 * @param options what the result depends on
 * @param account the administrator's, where it was uploaded; null: the command line
 */
export async function startRun(
  db: Kysely<DB>,
  { path, name }: { path: string; name: string },
  options: object,
  account: number | null,
): Promise<ImportRun> {
  const fingerprint = await createFingerprint(path, options);
  const interrupted = await db
    .selectFrom('imports')
    .select(['id', 'position', 'summary'])
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (interrupted) {
    // The keys that the last batches collected are lost.
    await invalidate(db, [ALL_KEYS]);
    const summary = interrupted.summary as unknown as Partial<ImportSummary>;
    return { ...interrupted, summary, seen: await readSeen(db, interrupted.id) };
  }
  const { id } = await db
    .insertInto('imports')
    .values({ file: name.slice(-255), fingerprint, options: JSON.stringify(options), by_account_id: account })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, position: 0, summary: {}, seen: createKeySet() };
}

/**
 * Records in the transaction of a batch how far the import is.
 * @throws {Error} when the batch before it is not committed: then this one must not be, either
 */
export async function advanceRun(
  trx: Transaction<DB>,
  id: number,
  { from, to }: { from: number; to: number },
  summary: ImportSummary,
) {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({ position: to, summary: JSON.stringify(summary) })
    .where('id', '=', id)
    .where('position', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`Import ${id} is not at row ${from}.`);
}

/** Ends an import that has read its file. It can be undone. */
export function finishRun(db: Kysely<DB>, id: number, summary: ImportSummary, keys: Iterable<string>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx);
    await trx
      .updateTable('imports')
      .set({ state: 'finished', finished_at: sql`now()`, summary: JSON.stringify(summary) })
      .where('id', '=', id)
      .execute();
    await invalidate(trx, keys);
  });
}

const EDGE_BYTES = 64 * 1024;

/** A hash of the size, the beginning and the end of a file, and of the options. */
async function createFingerprint(path: string, options: object) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const edge = Buffer.alloc(Math.min(size, EDGE_BYTES));
    const hash = createHash('sha256').update(JSON.stringify([size, options]));
    for (const position of [0, size - edge.length]) {
      await file.read(edge, 0, edge.length, position);
      hash.update(edge);
    }
    return hash.digest();
  } finally {
    await file.close();
  }
}

async function readSeen(db: Kysely<DB>, id: number) {
  const seen = createKeySet();
  for (let last: number | null = 0; last !== null; ) {
    const { rows }: { rows: { id: number; key: string | null }[] } = await seenQuery(id, last).execute(db);
    for (const { key } of rows) if (key !== null) seen.add(key);
    last = rows.length < SEEN_PAGE ? null : (rows.at(-1)?.id ?? null);
  }
  return seen;
}

// An import may have been cut off after a million rows.
const SEEN_PAGE = 20_000;

const seenQuery = (id: number, after: number) => sql<{ id: number; key: string | null }>`
  select l.id, l.source || chr(10) || l.source_id as key
  from import_listings i join listings l on l.id = i.listing_id
  where i.import_id = ${id} and i.listing_id > ${after}
  order by i.listing_id limit ${sql.lit(SEEN_PAGE)}`;
