import { sql } from 'kysely';
import { openDatabase } from '#server/platform/db/open.ts';
import { StartupError } from '#server/platform/db/startup-error.ts';
import { readEnv } from '#server/platform/env/env.ts';

// A program that opens the database as the site does. With the argument `write` it stores ascending numbers, each in one
// transaction, and prints each when it is committed. SIGTERM stops it properly.
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  const database = await openDatabase(readEnv(), { progress: print });
  let open = true;
  process.once('SIGTERM', async () => {
    open = false;
    await database.close();
    process.exit(0);
  });
  const { db } = database;
  if (process.argv.includes('write')) {
    await sql`create table if not exists numbers (n integer primary key)`.execute(db);
    const { rows } = await sql<{ next: number }>`select coalesce(max(n), 0) + 1 as next from numbers`.execute(db);
    let n = rows[0]?.next ?? 1;
    print('ready');
    while (open) {
      try {
        await sql`insert into numbers values (${n})`.execute(db);
        print(`stored ${n}`);
        n++;
      } catch {
        // The server is unavailable. The number may be stored or not, so it is not reused.
        n++;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  } else {
    print('ready');
  }
} catch (error) {
  process.stderr.write(error instanceof StartupError ? error.message : String((error as Error).stack));
  process.exit(1);
}
