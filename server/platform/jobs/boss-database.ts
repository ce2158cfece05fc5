import { CompiledQuery, type Kysely } from 'kysely';
import type { Db } from 'pg-boss';

/** Gives pg-boss access to our connection pool. */
export function createBossDatabase<DB>(db: Kysely<DB>): Db {
  return {
    async executeSql(text, values) {
      // pg-boss sends several statements as one text, with BEGIN and COMMIT, and does not use their results.
      if (values === undefined) return runScript(db, text);
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

function runScript<DB>(db: Kysely<DB>, text: string) {
  return db.connection().execute(async (connection) => {
    try {
      const { rows } = await connection.executeQuery(CompiledQuery.raw(text));
      return { rows };
    } catch (error) {
      // After an error the transaction is still open, and must not return to the pool with the connection.
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
  });
}
