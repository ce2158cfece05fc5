import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { listenForInvalidations } from '#server/platform/page-cache/invalidation-listener.ts';
import { getDatabaseUrl } from '#tests/support/database.ts';
import { asSuperuser } from '#tests/support/test-server.ts';
import { ALL_KEYS } from './invalidate.ts';
import { migrate } from './migrate.ts';
import { BASELINE, listMigrations, readSql } from './sql-files.ts';
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
  expect(applied.flat()[0]).toBe(BASELINE);
  await expect.poll(() => invalidations.slice(1)).toEqual([[ALL_KEYS]]);
  expect(await migrate(connection)).toEqual([]);
  await listener.close();
});

test('a role that may not create tables is told what to grant', async () => {
  const role = `reader_${process.pid}`;
  await asSuperuser('postgres', (client) => client.query(`create role ${role} login password 's3cret'`));
  await admin.query(`create database ${role}`);
  const connection = {
    connectionString: getDatabaseUrl({ ...inject('postgres'), user: role, password: 's3cret' }, role),
  };
  const migrated = migrate(connection);
  await expect(migrated).rejects.toThrow(
    `GRANT CREATE ON DATABASE ${role} TO ${role}; GRANT USAGE, CREATE ON SCHEMA public TO ${role}`,
  );
  await expect(migrated).rejects.not.toThrow('s3cret');
  await asSuperuser(role, (client) =>
    client.query(`grant create on database ${role} to ${role}; grant usage, create on schema public to ${role}`),
  );
  expect((await migrate(connection)).length).toBeGreaterThan(0);
  await asSuperuser('postgres', async (client) => {
    await client.query(`drop database ${role} with (force)`);
    await client.query(`drop role ${role}`);
  });
});

describe('a database in use', () => {
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
    await reader.query(
      'drop table if exists schema_migrations, schema_functions, notes, more cascade; drop function if exists answer; create table notes (id int)',
    );
    await reader.query(readSql(join(import.meta.dirname, 'schema/migrations.sql')));
    for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true });
    for (const name of ['migrations', 'schema/functions']) mkdirSync(join(folder, name), { recursive: true });
  });
  const write = (file: string, text: string) => writeFileSync(join(folder, `migrations/${file}.sql`), text);
  const readTables = async () => {
    const { rows } = await reader.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') order by 1`,
    );
    return rows.map((row) => row.name).filter((table) => !table.startsWith('schema_'));
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

  describe('the files of functions', () => {
    const writeFunction = (file: string, text: string) => {
      writeFileSync(join(folder, `schema/functions/${file}.sql`), text);
      const files = readdirSync(join(folder, 'schema/functions')).map((name) => `\\ir functions/${name}`);
      writeFileSync(join(folder, 'schema/functions.sql'), files.join('\n'));
    };
    const define = (body: string) =>
      `create or replace function answer() returns int language sql as $$ select ${body} $$;`;
    const answer = async () => (await reader.query('select answer()')).rows[0].answer;

    test('a changed one is executed by one of the programs that start at once', async () => {
      writeFunction('answer', define('1'));
      expect(await migrate(connection, folder)).toEqual(['functions/answer.sql']);
      expect(await migrate(connection, folder)).toEqual([]);
      writeFunction('answer', define('2'));
      const starts = await Promise.all([1, 2, 3].map(() => migrate(connection, folder)));
      expect(starts.flat()).toEqual(['functions/answer.sql']);
      expect(await answer()).toBe(2);
    });

    test('the one of the release before, which starts again, does not replace it', async () => {
      for (const body of ['1', '2', '1']) {
        writeFunction('answer', define(body));
        await migrate(connection, folder);
      }
      expect(await answer()).toBe(2);
    });

    test('they are executed together or not at all, and after the migrations', async () => {
      writeFunction('a', define('count(*)::int from more'));
      writeFunction('b', 'select nothing');
      write('0001_more', 'create table more (id int)');
      await expect(migrate(connection, folder)).rejects.toThrow(
        'could not be migrated (functions/a.sql, functions/b.sql)',
      );
      expect(await readTables()).toEqual(['more', 'notes']);
      await expect(answer()).rejects.toThrow('does not exist');
      writeFunction('b', 'select');
      expect(await migrate(connection, folder)).toEqual(['functions/a.sql', 'functions/b.sql']);
    });

    test('one that is derived from the columns of a table is executed again when they changed', async () => {
      writeFunction(
        'view',
        '-- derived from the columns of notes\ncreate or replace view all_notes as select * from notes;',
      );
      await migrate(connection, folder);
      write('0001_note', 'alter table notes add column note text');
      expect(await migrate(connection, folder)).toEqual(['0001_note', 'functions/view.sql']);
      await reader.query('select note from all_notes');
    });
  });
});

describe('the migrations', () => {
  const migrations = listMigrations().filter(({ name }) => name > BASELINE);

  test.each(migrations)(
    '$name keeps reads of existing tables waiting for no scan (CONTRIBUTING.md, A migration)',
    ({ path }) => {
      expect(findLongLocks(readFileSync(path, 'utf8'))).toEqual([]);
    },
  );

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
    '-- outside a transaction\nupdate listings set stars = 1 where id in (select listing_id from ratings);',
  ])('none is found in %s', (text) => expect(findLongLocks(text)).toEqual([]));

  // The release before runs, and starts, on the new schema.
  test.each(migrations)('$name leaves what the release before uses', ({ path }) => {
    expect(findContractions(readFileSync(path, 'utf8'))).toEqual([]);
  });

  test.each([
    'alter table listings drop column fax;',
    'alter table listings add column a int, drop column fax;',
    'alter table listings rename column fax to phone;',
    'alter table listings rename to ads;',
    'alter table listings alter column fax set not null;',
    'alter table listings alter column fax drop default;',
    'alter table listings alter column fax type integer using 1;',
    'alter table listings add column fax text not null;',
    'alter table only listings drop fax;',
    'drop table if exists faxes;',
    'drop function to_fax;',
    'drop view public_listings;',
    'truncate listings;',
  ])('%s takes what it may use', (text) => expect(findContractions(text)).toHaveLength(1));

  test.each([
    'alter table listings add column fax text, add column level int not null default 0;',
    'alter table listings drop constraint fax_check, add constraint fax_check check (true) not valid;',
    'create table faxes (id int);\nalter table faxes add column a int not null;\ndrop table faxes;',
    'drop view public_listings;\nalter table listings add column a int;\ncreate view public_listings as select 1;',
    'drop function if exists to_fax(text);\ncreate or replace function to_fax(text) returns text language sql return $1;',
    'drop index concurrently if exists fax;',
    '-- not used since release 1.4.0\nalter table listings drop column fax;',
  ])('%s does not', (text) => expect(findContractions(text)).toEqual([]));
});

/** The statements with which a release before this one would fail, unless the file says which one stopped using what they take. */
function findContractions(text: string): string[] {
  if (/^-- not used since release \d/m.test(text)) return [];
  const plain = text.replaceAll(/--.*/g, '').replaceAll(/\$\$.*?\$\$/gs, "''");
  const created = [
    ...plain.matchAll(/create (?:or replace |temporary )*(?:table|view|function) (?:if not exists )?(\w+)/g),
  ].map(([, name]) => name);
  return plain.split(';').filter((statement) => {
    const [, dropped] = /drop (?:table|view|function|type|schema|sequence) (?:if exists )?(\w+)/.exec(statement) ?? [];
    if (dropped) return !created.includes(dropped);
    if (/^\s*truncate/.test(statement)) return true;
    const [, altered] = /alter (?:table|view) (?:if exists )?(?:only )?(\w+)/.exec(statement) ?? [];
    if (!altered || created.includes(altered)) return false;
    return statement
      .split(/,\s*(?=add|alter|drop)/)
      .some(
        (action) =>
          /\brename\b|set not null|drop default|\bdrop (?!constraint|not null|expression)|\btype\b/.test(action) ||
          /add column .*not null(?!.*default)(?<!default.*)/s.test(action),
      );
  });
}

/** The statements that read all rows of an existing table while they, or an earlier one of their transaction, lock it. */
function findLongLocks(text: string): string[] {
  const statements = text
    .replaceAll(/--(?! outside a transaction).*/g, '')
    .replaceAll(/\$\$.*?\$\$/gs, "''")
    .split(';');
  const isOutside = text.startsWith('-- outside a transaction');
  const created = [...text.matchAll(/create (?:temporary )?table (?:if not exists )?(\w+)/g)].map(([, table]) => table);
  const isNew = (statement: string, pattern: RegExp) => created.includes(pattern.exec(statement)?.[1]);
  return statements.filter((statement) => {
    if (/create (unique )?index(?! concurrently)/.test(statement)) return !isNew(statement, /\bon (\w+)/);
    // On its own it locks rows, for which no read waits.
    if (/^\s*update /m.test(statement)) return !isOutside && !isNew(statement, /update (\w+)/);
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
