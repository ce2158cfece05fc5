import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeListing } from '#server/site/seed/factories.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { mergeViewParts } from './view-parts.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);
const listings = [(await makeListing(db)).id, (await makeListing(db)).id];
const [one = 0, other = 0] = listings;

beforeEach(async () => {
  await sql`truncate listing_view_parts, site_days`.execute(db);
  await sql`delete from settings where key = 'view-parts-by-day-from'`.execute(db);
  await sql`insert into site_days (day) values ('2025-01-15')`.execute(db);
});

const insert = (listing_id: number, day: string, part: 'hour' | 'origin', name: string, views: number) =>
  db.insertInto('listing_view_parts').values({ listing_id, day, part, name, views }).execute();

async function readParts() {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', listing_id, day, part, name, views) as row from listing_view_parts
    order by listing_id, day, part, name`.execute(db);
  return rows.map(({ row }) => row);
}

// The range of a year that ends today begins in February 2025.
const NOW = new Date('2026-02-10T20:00:00Z');

describe('Views by hour, device and origin', () => {
  it('are merged into months when no range of a year that ends today has them', async () => {
    for (const day of ['2025-01-01', '2025-01-15', '2025-01-31', '2025-02-01', '2025-02-28']) {
      await insert(one, day, 'hour', '9', 2);
      await insert(other, day, 'origin', 'Irvine', 1);
    }
    await insert(one, '2025-01-31', 'hour', '10', 5);
    await mergeViewParts(db, NOW);
    const merged = [
      `${one} 2025-01-01 hour 10 5`,
      `${one} 2025-01-01 hour 9 6`,
      `${one} 2025-02-01 hour 9 2`,
      `${one} 2025-02-28 hour 9 2`,
      `${other} 2025-01-01 origin Irvine 3`,
      `${other} 2025-02-01 origin Irvine 1`,
      `${other} 2025-02-28 origin Irvine 1`,
    ];
    expect(await readParts()).toEqual(merged);
    await mergeViewParts(db, NOW);
    expect(await readParts()).toEqual(merged);
    await mergeViewParts(db, new Date('2026-03-15T20:00:00Z'));
    expect((await readParts()).filter((row) => row.includes('2025-02'))).toEqual([
      `${one} 2025-02-01 hour 9 4`,
      `${other} 2025-02-01 origin Irvine 2`,
    ]);
  });

  it('are merged once, also when a run was interrupted', async () => {
    await insert(one, '2025-01-01', 'hour', '9', 4);
    await insert(other, '2025-01-20', 'hour', '9', 1);
    await mergeViewParts(db, NOW);
    expect(await readParts()).toEqual([`${one} 2025-01-01 hour 9 4`, `${other} 2025-01-01 hour 9 1`]);
  });

  it('are left alone while there are no statistics', async () => {
    await sql`truncate site_days`.execute(db);
    await insert(one, '2025-01-20', 'hour', '9', 1);
    await mergeViewParts(db, NOW);
    expect(await readParts()).toEqual([`${one} 2025-01-20 hour 9 1`]);
  });
});
