import { CompiledQuery, type Kysely } from 'kysely';
import type { Db } from 'pg-boss';

/** What pg-boss works on: the connections of our own pool. */
export function createBossDatabase<DB>(db: Kysely<DB>): Db {
  return {
    async executeSql(text, values) {
      // It sends several statements as one text, with BEGIN and COMMIT in it, and asks for nothing that they answer.
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
      // Where it failed the transaction is still open, and the connection would go back to the pool with it.
      await connection.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
  });
}
