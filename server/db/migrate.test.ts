import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { getDatabaseUrl } from '../../tests/support/database.ts';
import { ALL_KEYS } from '../page-cache/invalidate.ts';
import { listenForInvalidations } from '../page-cache/invalidation-listener.ts';
import { migrate } from './migrate.ts';
import { StartupError } from './startup-error.ts';

const name = `migrate_${process.pid}`;
const admin = new pg.Client(inject('postgres'));

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test('several programs that start at once migrate a database once, and invalidate the caches of running ones', async () => {
  const connection = { connectionString: getDatabaseUrl(inject('postgres'), name) };
  const invalidations: string[][] = [];
  const listener = listenForInvalidations({ connection, disconnect: () => {} }, (keys) => invalidations.push(keys));
  await expect.poll(() => invalidations).toEqual([[ALL_KEYS]]);
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(applied.flat()[0]).toBe('0001_foundation');
  await expect.poll(() => invalidations.slice(1)).toEqual([[ALL_KEYS]]);
  expect(await migrate(connection)).toEqual([]);
  await listener.close();
});

describe('migrations of a database in use', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  const connection = { connectionString: getDatabaseUrl(inject('postgres'), `${name}_in_use`) };
  const reader = new pg.Client(connection);

  beforeAll(async () => {
    await admin.query(`create database ${name}_in_use`);
    await reader.connect();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await reader.end();
    await admin.query(`drop database ${name}_in_use with (force)`);
  });
  beforeEach(async () => {
    await reader.query('drop table if exists kysely_migration, notes, more; create table notes (id int)');
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
  });
  const write = (file: string, text: string) => writeFileSync(join(folder, `${file}.sql`), text);
  const readTables = async () => {
    const { rows } = await reader.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by 1`,
    );
    return rows.map((row) => row.name).filter((table) => !table.startsWith('kysely'));
  };

  test('one that cannot lock a table lets its readers pass, and is applied when it can', async () => {
    write('0001_note', 'alter table notes add column note text');
    await reader.query('begin; select from notes');
    const migrated = migrate(connection, folder);
    const waiting = `select from pg_locks where not granted and relation = 'notes'::regclass`;
    const other = new pg.Client(connection);
    await other.connect();
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
    await other.query('select from notes');
    await reader.query('commit');
    expect(await migrated).toEqual(['0001_note']);
    await other.end();
  });

  test('one may take longer than the statements of its role', async () => {
    await admin.query(`alter database ${name}_in_use set statement_timeout = '50ms'`);
    write('0001_slow', 'select pg_sleep(0.1)');
    expect(await migrate(connection, folder)).toEqual(['0001_slow']);
    await admin.query(`alter database ${name}_in_use reset statement_timeout`);
  });

  test('one that replaces a view waits for its readers before it locks the table', async () => {
    await reader.query('create view all_notes as select * from notes');
    write('0001_note', 'alter table notes add column note text;\ndrop view all_notes;');
    await reader.query('begin; select from all_notes');
    const migrated = migrate(connection, folder);
    const waiting = `select relation::regclass::text as name from pg_locks where not granted and relation is not null`;
    const other = new pg.Client(connection);
    await other.connect();
    await expect.poll(async () => (await other.query(waiting)).rows).toEqual([{ name: 'all_notes' }]);
    await reader.query('commit');
    expect(await migrated).toEqual(['0001_note']);
    await other.end();
  });

  test('a failing one leaves those before it, and the next start continues with it', async () => {
    write('0001_more', 'create table more (id int)');
    write('0002_wrong', 'create table wrong (id int); select nothing');
    const failed = migrate(connection, folder);
    await expect(failed).rejects.toThrow(StartupError);
    await expect(failed).rejects.toThrow('could not be migrated (0002_wrong)');
    expect(await readTables()).toEqual(['more', 'notes']);
    write('0002_wrong', 'create index more_id on more (id)');
    expect(await migrate(connection, folder)).toEqual(['0002_wrong']);
    expect(await readTables()).toEqual(['more', 'more_id', 'notes']);
  });

  test('what is marked so is executed outside a transaction, statement by statement', async () => {
    const batches = `do $$ begin
  for batch in 1 .. 3 loop
    insert into notes values (batch);
    commit;
  end loop;
end $$;`;
    const index = 'drop index concurrently if exists notes_id;\n\ncreate index concurrently notes_id on notes (id);';
    write('0001_notes_id', `-- outside a transaction\n-- Reads go on meanwhile.\n${index}\n\n${batches}\n`);
    const starts = await Promise.all([1, 2, 3].map(() => migrate(connection, folder)));
    expect(starts.flat()).toEqual(['0001_notes_id']);
    expect(await readTables()).toEqual(['notes', 'notes_id']);
    const { rows } = await reader.query('select count(distinct xmin::text)::int as transactions from notes');
    expect(rows).toEqual([{ transactions: 3 }]);
  });
});

describe('the migrations', () => {
  const FOLDER = join(import.meta.dirname, 'migrations');
  // Earlier ones were written before this rule.
  const files = readdirSync(FOLDER).filter((file) => file >= '0036');

  test.each(files)('%s keeps reads of existing tables waiting for no scan (CONTRIBUTING.md, A migration)', (file) => {
    expect(findLongLocks(readFileSync(join(FOLDER, file), 'utf8'))).toEqual([]);
  });

  test.each([
    'create index on listings (title);',
    'create unique index listings_title on listings (title);',
    'alter table listings add constraint titled check (length(title) > 2);',
    'alter table listings add column stars integer check (stars > 0);',
    'alter table listings alter column title type varchar(100);',
    'alter table listings alter column title set not null;',
    'alter table listings add column token uuid default gen_random_uuid();',
    'alter table listings add column a int;\nupdate listings set a = 1;',
  ])('long locks are found in %s', (text) => expect(findLongLocks(text)).toHaveLength(1));

  test.each([
    'create table stars (id int check (id > 0));\ncreate index on stars (id);\nupdate stars set id = 1;',
    'alter table listings add column stars integer not null default 0, add constraint few check (stars < 6) not valid;',
    '-- outside a transaction\ndrop index concurrently if exists a;\n\ncreate index concurrently a on listings (title);',
    '-- outside a transaction\nalter table listings validate constraint few;',
  ])('none is found in %s', (text) => expect(findLongLocks(text)).toEqual([]));
});

/** The statements that read all rows of an existing table while they, or an earlier one of their transaction, lock it. */
function findLongLocks(text: string): string[] {
  const statements = text
    .replaceAll(/--(?! outside a transaction).*/g, '')
    .replaceAll(/\$\$.*?\$\$/gs, "''")
    .split(';');
  const created = [...text.matchAll(/create (?:temporary )?table (?:if not exists )?(\w+)/g)].map(([, table]) => table);
  const isNew = (statement: string, pattern: RegExp) => created.includes(pattern.exec(statement)?.[1]);
  return statements.filter((statement) => {
    if (/create (unique )?index(?! concurrently)/.test(statement)) return !isNew(statement, /\bon (\w+)/);
    if (/^\s*update /m.test(statement)) return !isNew(statement, /update (\w+)/);
    if (!/alter table/.test(statement) || isNew(statement, /alter table (\w+)/)) return false;
    return statement
      .split(/,\s*(?=add|alter|drop)/)
      .some(
        (action) =>
          (/\bcheck\b|\breferences\b|\bunique\b|primary key/.test(action) && !/not valid/.test(action)) ||
          /\btype\b|set not null|default \w+\(|generated always as \(/.test(action),
      );
  });
}
