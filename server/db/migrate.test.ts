import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { getDatabaseUrl } from '../../tests/support/database.ts';
import { migrate } from './migrate.ts';

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

test('several programs that start at once migrate a database once', async () => {
  const connection = { connectionString: getDatabaseUrl(inject('postgres'), name) };
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(applied.flat()[0]).toBe('0001_foundation');
  expect(await migrate(connection)).toEqual([]);
});
