import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createSchedule, type ScheduleDeps } from '#server/site/schedule.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);

const [document = ''] = readFileSync(join(import.meta.dirname, '../docs/growth.md'), 'utf8').split('\n## ');
const rows = [...document.matchAll(/^\| (`.*?) \| (.*) \|$/gm)].map(([, tables = '', bound = '']) => ({
  tables: [...tables.matchAll(/`([\w.*]+)`/g)].map(([, table]) => table as string),
  bound,
}));
const documented = rows.flatMap(({ tables }) => tables);

it('docs/growth.md says of every table what bounds it', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as name
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname !~ '^(pg_.*|information_schema|pgboss)$'`.execute(
    db,
  );
  const names = tables.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(45);
  expect(names.filter((name) => !documented.includes(name))).toEqual([]);
  expect(documented.filter((name) => name !== 'pgboss.*' && !names.includes(name))).toEqual([]);
  expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
  expect(rows.filter(({ bound }) => bound.length < 5)).toEqual([]);
});

it('names tasks that exist, and each that deletes or merges', () => {
  const tasks = Object.keys(createSchedule({ db } as ScheduleDeps));
  const named = [...document.matchAll(/task `([\w-]+)`/g)].map(([, task]) => task as string);
  expect(named.filter((task) => !tasks.includes(task))).toEqual([]);
  const deleting = tasks.filter((task) => /^(delete|compact|merge|purge|remove|forget)-/.test(task));
  expect(deleting.filter((task) => !named.includes(task))).toEqual([]);
});
