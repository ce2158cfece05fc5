import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';

/** Serializes imports for a transaction: two concurrent imports of one file would both insert its rows. */
export async function lockImport(trx: Transaction<DB>) {
  // Waiting for another import may exceed the statement timeout.
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(trx);
}

/**
 * Serializes imports for work in several transactions, without a statement timeout. Only imports wait for each other: the lock is
 * of the connection, which PostgreSQL ends with the program. Until `work` ends, a crash of the server may undo its last commits.
 */
export const withImportLock = <Result>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(hashtext('import'))`.execute(connection);
    await sql`set synchronous_commit = off`.execute(connection);
    // The last batches of a program that was killed end before.
    await sql`select pg_advisory_lock(hashtext('import-batch')), pg_advisory_unlock(hashtext('import-batch'))`.execute(
      connection,
    );
    try {
      return await work(connection);
    } finally {
      // If the connection is lost, the server unlocks by itself.
      await sql`select pg_advisory_unlock(hashtext('import'))`.execute(connection).catch(() => {});
      for (const name of ['synchronous_commit', 'statement_timeout']) {
        await sql`reset ${sql.raw(name)}`.execute(connection).catch(() => {});
      }
    }
  });

/** A transaction of an import on a connection of its own, whatever it waits for. A crash of the server may undo it. */
export const writeTransaction = (db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<void>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`
      select set_config('synchronous_commit', 'off', true), set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true), pg_advisory_xact_lock_shared(hashtext('import-batch'))`.execute(
      trx,
    );
    await work(trx);
  });

/** Whether no import and no undo is running; if so, none begins during the transaction. */
export async function isImportIdle(trx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ idle: boolean }>`select pg_try_advisory_xact_lock(hashtext('import')) as idle`.execute(
    trx,
  );
  return rows[0]?.idle === true;
}
