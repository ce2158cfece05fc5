import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createSampleDirectory } from '#tests/support/sample-directory.ts';

// `pg_restore` empties `search_path`, and creates triggers after the rows.
it('Rows, with their constraints, generated columns and indexes, can be restored with an empty search_path', async () => {
  const { db, drop } = await createSampleDirectory();
  onTestFinished(drop);
  await db.transaction().execute(async (trx) => {
    await sql`create schema copies; set local search_path = ''`.execute(trx);
    const { rows: tables } = await sql<{ name: string; columns: string }>`
      select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ') as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname`.execute(trx);
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['listings', 'reviews', 'listing_search']));
    for (const { name, columns } of tables) {
      await sql`
        create table copies.${sql.raw(name)} (like public.${sql.raw(name)} including all);
        insert into copies.${sql.raw(name)} (${sql.raw(columns)}) overriding system value
          select ${sql.raw(columns)} from public.${sql.raw(name)}`.execute(trx);
    }
  });
});
