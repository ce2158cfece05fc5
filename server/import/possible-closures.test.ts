import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoImport } from '#server/import/runs/undo.ts';
import { createTestApi } from '#tests/support/api.ts';
import { toCsv, writeImportFile } from '#tests/support/import/import-file.ts';
import { importFile } from './import.ts';

let api: Awaited<ReturnType<typeof createTestApi>>;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const COLUMNS = 'id,name,source,category,address,city,zip,phone,lat,lng,hours'.split(',');
const FILE = ['Turtle', 'Otter', 'Heron'].map((name, n) => ({
  ...{
    id: `c${n}`,
    name: `${name} Cove Coffee`,
    source: 'Permits',
    category: 'coffee-tea',
    city: 'Irvine',
    zip: '92614',
  },
  ...{ address: `${2001 + 2 * n} Main St`, phone: `(949) 555-018${n}`, lat: `33.68${n}`, lng: '-117.83' },
  hours: n === 2 ? 'Mo-Su 00:00-23:59' : '24/7',
}));

describe('Opening hours that are in doubt', { shuffle: false }, () => {
  const find = async (query: string) =>
    (await api.get(`/api/search?q=cove coffee&${query}`)).body.map(({ title }: { title: string }) => title).sort();
  const read = (rows: typeof FILE, options = {}) =>
    importFile(api.db, writeImportFile(toCsv(rows, COLUMNS)), { date: '2026-08', ...options });
  const ALL = FILE.map(({ name }) => name).sort();

  it('a business that its source no longer has has none on its page, in rows and comparisons, and is in no filter of open ones, until it is listed again', async () => {
    await read(FILE);
    expect([await find('open=now'), await find('open=24h'), await find('')]).toEqual([ALL, ALL, ALL]);
    const { importId } = await read(FILE.slice(1), { date: '2026-09', refresh: true });
    const open = ALL.filter((name) => name !== 'Turtle Cove Coffee');
    expect([await find('open=now'), await find('open=24h'), await find('open=late')]).toEqual([open, open, open]);
    expect(await find('')).toEqual(ALL);
    const { id } = await api.db
      .selectFrom('listings')
      .select('id')
      .where('source_id', '=', 'c0')
      .executeTakeFirstOrThrow();
    const inDoubt = { hours: null, specialHours: [], mayHaveClosed: true };
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({ ...inDoubt, specialDates: [] });
    expect((await api.get('/api/search?q=turtle cove')).body[0]).toMatchObject(inDoubt);
    expect((await api.get(`/api/compare?ids=${id},${id + 1}`)).body.listings[0]).toMatchObject(inDoubt);

    await undoImport(api.db, importId ?? 0);
    expect(await find('open=now')).toEqual(ALL);
    await api.invalidateAll();
    expect((await api.get(`/api/ads/${id}`)).body.mayHaveClosed).toBe(false);
  });

  it('a business is open all day, every day, but for a special day on which it is closed', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(new Date());
    const special_hours = JSON.stringify([{ on: today, hours: 'closed' }]);
    await api.db.updateTable('listings').set({ special_hours }).where('source_id', '=', 'c1').execute();
    await api.invalidateAll();
    expect([await find('open=24h'), await find('open=now')]).toEqual(
      Array(2).fill(ALL.filter((name) => name !== 'Otter Cove Coffee')),
    );
  });
});
