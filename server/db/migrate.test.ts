import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { getDatabaseUrl } from '../../tests/support/database.ts';
import { ALL_KEYS } from '../page-cache/invalidate.ts';
import { listenForInvalidations } from '../page-cache/invalidation-listener.ts';
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

test('several programs that start at once migrate a database once, and invalidate the caches of running ones', async () => {
  const connection = { connectionString: getDatabaseUrl(inject('postgres'), name) };
  const invalidations: string[][] = [];
  const listener = listenForInvalidations({ connection }, (keys) => invalidations.push(keys));
  await expect.poll(() => invalidations).toEqual([[ALL_KEYS]]);
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(applied.flat()[0]).toBe('0001_foundation');
  await expect.poll(() => invalidations.slice(1)).toEqual([[ALL_KEYS]]);
  expect(await migrate(connection)).toEqual([]);
  await listener.close();
});
