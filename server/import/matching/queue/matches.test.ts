import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { importFile } from '#server/import/import.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeClaim } from '#tests/fixtures/ownership-factories.ts';
import { makeSavedList } from '#tests/fixtures/saved-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { IMPORT_COLUMNS, toCsv, writeImportFile } from '#tests/support/import/import-file.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

const auditLog = trackAuditLog(db);
let admin: Awaited<ReturnType<typeof api.signedInVisitor>>;
beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  admin = await api.signedInVisitor(1);
});

const unowned = { origin: 'open-data', owner_id: null, source: 'Examples' } as const;
const make = (columns: object) => makeListing(db, { ...unowned, source_id: crypto.randomUUID(), ...columns });

async function makePair(first: object = {}, second: object = {}) {
  const [kept, merged] = [
    await make({ title: 'Dollar Tree', ...first }),
    await make({ title: 'DollarTree', ...second }),
  ];
  const { id } = await db
    .insertInto('doubtful_pairs')
    .values({ listing_id: kept.id, other_id: merged.id, score: 4.8 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, kept: kept.id, merged: merged.id };
}
// More complete than the other one, so that it is kept.
const COMPLETE = { languages: ['es'], year_founded: 1990, service_area: 'All of Irvine' };
const decide = (id: number, verb: string) => admin.post(`/api/admin/matches/${id}/${verb}`);
const findRow = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** Everything that a merge moves. */
const readAll = async (ids: number[]) => ({
  listings: await db.selectFrom('listings').selectAll().where('id', 'in', ids).orderBy('id').execute(),
  claims: await db.selectFrom('claims').select(['id', 'listing_id']).orderBy('id').execute(),
  saves: await db.selectFrom('saved_listings').selectAll().orderBy('account_id').orderBy('listing_id').execute(),
  entries: await db.selectFrom('saved_list_entries').selectAll().orderBy('list_id').orderBy('listing_id').execute(),
  days: await sql`select * from listing_days where views > 0 order by listing_id, day`
    .execute(db)
    .then(({ rows }) => rows),
  parts: await db.selectFrom('listing_view_parts').selectAll().orderBy('listing_id').orderBy('name').execute(),
  rows: await db.selectFrom('merged_rows').selectAll().execute(),
  reports: await db.selectFrom('reports').selectAll().orderBy('id').execute(),
  suggestions: await db.selectFrom('suggested_edits').selectAll().orderBy('id').execute(),
});

describe('pairs to decide', () => {
  it('are listed with the facts of both, the most likely first, page by page', async () => {
    const { id } = await makePair(
      { lat: 33.68, lng: -117.83, point_source: 'import' },
      { lat: 33.681, lng: -117.83, point_source: 'import' },
    );
    const more = await makePair();
    await db.updateTable('doubtful_pairs').set({ score: 5.5 }).where('id', '=', more.id).execute();
    const first = await admin.get('/api/admin/matches?limit=1');
    expect([first.headers['x-total-count'], first.body[0].id]).toEqual(['2', more.id]);
    const [, next = ''] = /<([^>]+)>/.exec(String(first.headers.link)) ?? [];
    const { body } = await admin.get(next);
    expect(body).toMatchObject([
      {
        ...{ id, distanceMeters: 111, score: 4.8, verdict: null, decidedAt: null },
        listings: [
          { title: 'Dollar Tree', city: 'Irvine', zip: '92614', source: 'Examples', isOwned: false },
          { title: 'DollarTree', status: 'active' },
        ],
      },
    ]);
  });

  it('that are two businesses stay as they are, and are decided', async () => {
    const { id, kept, merged } = await makePair();
    const before = await readAll([kept, merged]);
    const { status, body } = await decide(id, 'different');
    expect([status, body.verdict]).toEqual([200, 'different']);
    expect(await readAll([kept, merged])).toEqual(before);
    expect((await admin.get('/api/admin/matches')).body).toEqual([]);
    expect((await admin.get('/api/admin/matches?status=decided')).body).toMatchObject([{ id }]);
    expect(await auditLog.readNew()).toMatchObject([{ kind: 'listing-kept', listing_id: kept, actor_id: 1 }]);
    expect((await decide(id, 'same')).status).toBe(409);
    expect((await decide(id, 'undo')).body.verdict).toBe(null);
    expect((await decide(id, 'undo')).status).toBe(409);
    expect((await decide(999_999, 'same')).status).toBe(404);
  });
});

it('A renamed business is a question, and has its new name when the answer is yes', async () => {
  const row = {
    category: 'hotels-motels',
    address: '1415 Cypress Ave',
    city: 'Fontana',
    zip: '92335',
    county: 'San Bernardino',
  };
  const place = { ...row, phone: '(909) 555-0163', website: '', lat: '34.1050', lng: '-117.4300' };
  const importRow = (columns: Record<string, string>) =>
    importFile(db, writeImportFile(toCsv([{ ...place, ...columns }], [...IMPORT_COLUMNS, 'date'])));
  await importRow({ name: 'Golden Acorn Inn', source: 'Old', date: '2024-03' });
  const second = { name: 'Bluebird Motel', source: 'New', date: '2026-05', lat: '34.10501', lng: '-117.43001' };
  expect(await importRow(second)).toMatchObject({ added: 1, doubtful: 1, merged: 0 });
  const ids = (await db.selectFrom('listings').select('id').where('source', 'in', ['Old', 'New']).execute()).map(
    ({ id }) => id,
  );
  const before = await readAll(ids);
  const [pair] = (await admin.get('/api/admin/matches')).body;
  await decide(pair.id, 'same');
  expect(
    await db.selectFrom('listings').selectAll().where('id', 'in', ids).where('status', '=', 'active').execute(),
  ).toMatchObject([
    {
      title: 'Bluebird Motel',
      business_name: 'Bluebird Motel',
      description: expect.stringMatching(/ Formerly Golden Acorn Inn\.$/),
    },
  ]);
  await decide(pair.id, 'undo');
  expect(
    (await readAll(ids)).listings.map(({ title, description, facts, status }) => [title, description, facts, status]),
  ).toEqual(before.listings.map(({ title, description, facts, status }) => [title, description, facts, status]));
});

describe('listings that are one business', () => {
  it.each([
    ['at another spelling of the address', '1 Main Street', 33.681],
    ['at another number of the street', '2 Main St', 33.68],
    ['at the same number of another street', '1 Oak Ave', 33.68],
  ])('get hours that are missing, and the point of one %s only if it is the same', async (_where, address, lat) => {
    const point = { lng: -117.83, point_source: 'import' } as const;
    const hours = { monday: [{ opens: '09:00', closes: '17:00' }] };
    const { id, kept } = await makePair(
      { ...COMPLETE, ...point, lat: 33.68, address: '1 Main St', hours: null },
      { ...point, lat: 33.681, address, hours: JSON.stringify(hours) },
    );
    expect((await decide(id, 'same')).status).toBe(200);
    expect(await findRow(kept)).toMatchObject({ address: '1 Main St', lat, hours });
  });

  it('are merged: facts, claims, saves, metrics, reports, suggestions and the address of the page, and all of it is undone', async () => {
    const point = { lat: 33.68, lng: -117.83, point_source: 'import' } as const;
    const { id, kept, merged } = await makePair(
      { ...COMPLETE, phone: null, address: '1 Main St' },
      { ...point, phone: '(949) 555-0177' },
    );
    const [both, one] = [await makeAccount(db), await makeAccount(db)];
    const claim = await makeClaim(db, { account_id: one.id, listing_id: merged, status: 'waiting', note: '' });
    const mailed = await makeClaim(db, { account_id: both.id, listing_id: merged });
    const saved = [
      { account_id: both.id, listing_id: kept },
      { account_id: both.id, listing_id: merged },
      { account_id: one.id, listing_id: merged },
    ];
    await db.insertInto('saved_listings').values(saved).execute();
    const list = await makeSavedList(db, { accountId: both.id, listings: [merged, kept] });
    const other = await makeSavedList(db, { accountId: both.id, listings: [merged] });
    const own = await makeSavedList(db, { accountId: one.id, listings: [merged] });
    for (const [listing_id, day, views] of [
      [kept, '2026-01-01', 2],
      [merged, '2026-01-01', 3],
      [merged, '2026-01-02', 5],
    ] as const) {
      await db.insertInto('listing_days').values({ listing_id, day, views }).execute();
      await db.insertInto('listing_view_parts').values({ listing_id, day, part: 'hour', name: '9', views }).execute();
    }
    const row = { source: 'Other', source_id: '1', origin: 'import', draft: '{}', taken: '{}', score: 7 } as const;
    await db
      .insertInto('merged_rows')
      .values({ ...row, listing_id: merged })
      .execute();
    const [first, second, third] = [kept, merged, merged].map((listing_id, n) => ({
      ...{ listing_id, reporter_id: n === 2 ? one.id : both.id, reason: 'wrong' as const },
    }));
    await db
      .insertInto('reports')
      .values([first, second, third].flatMap((report) => report ?? []))
      .execute();
    await db
      .insertInto('suggested_edits')
      .values([
        { listing_id: merged, kind: 'phone', value: '(949) 555-0178' },
        { listing_id: merged, kind: 'duplicate', value: String(kept) },
        { listing_id: kept, kind: 'duplicate', value: String(merged) },
      ])
      .execute();
    const before = await readAll([kept, merged]);
    // The responses are cached before the change, which must invalidate them.
    expect((await api.get(`/api/ads/${merged}`)).status).toBe(200);
    expect((await api.get(`/api/ads/${kept}`)).body.phone).toBe(null);

    expect((await decide(id, 'same')).body).toMatchObject({ verdict: 'same', listings: [{}, { status: 'deleted' }] });
    await api.awaitInvalidations();
    const moved = await api.get(`/api/ads/${merged}`);
    expect([moved.status, moved.headers.location]).toEqual([301, `/api/ads/${kept}`]);
    expect((await api.get(`/api/ads/${kept}`)).body.phone).toBe('(949) 555-0177');
    expect(await findRow(kept)).toMatchObject({ ...point, title: 'Dollar Tree', address: '1 Main St' });
    const after = await readAll([kept]);
    expect(after.claims).toEqual([claim, mailed].map((moved) => ({ id: moved.id, listing_id: kept })));
    expect(after.saves.map(({ account_id, listing_id }) => [account_id, listing_id])).toEqual([
      [both.id, kept],
      [one.id, kept],
    ]);
    expect(after.entries.map(({ list_id, listing_id }) => [list_id, listing_id])).toEqual(
      [list, other, own].map(({ id }) => [id, kept]),
    );
    expect(after.days.filter((day) => (day as { listing_id: number }).listing_id === kept)).toMatchObject([
      { views: 5 },
      { views: 5 },
    ]);
    expect(after.rows).toMatchObject([{ listing_id: kept }]);
    expect(after.reports.map(({ listing_id }) => listing_id)).toEqual([kept, merged, kept]);
    expect(after.suggestions).toMatchObject([
      { listing_id: kept, outcome: null },
      { listing_id: merged, outcome: 'accepted', decided_by: 1 },
      { listing_id: kept, outcome: 'accepted' },
    ]);
    expect(await auditLog.readNew()).toMatchObject([
      { kind: 'listing-hidden', listing_id: merged, actor_id: 1, reason: `Merged into listing ${kept}` },
    ]);

    expect((await decide(id, 'undo')).body.verdict).toBe(null);
    await api.awaitInvalidations();
    expect((await api.get(`/api/ads/${merged}`)).body.id).toBe(merged);
    const withoutTime = ({ listings, ...rest }: Awaited<ReturnType<typeof readAll>>) => ({
      listings: listings.map(({ updated_at, ...listing }) => listing),
      ...rest,
    });
    expect(withoutTime(await readAll([kept, merged]))).toEqual(withoutTime(before));
  });

  it('keep what was changed after the merge when it is undone', async () => {
    const { id, kept } = await makePair({ ...COMPLETE, phone: null }, { phone: '(949) 555-0177' });
    await decide(id, 'same');
    await db.updateTable('listings').set({ phone: '(949) 555-0188' }).where('id', '=', kept).execute();
    await decide(id, 'undo');
    expect(await findRow(kept)).toMatchObject({ phone: '(949) 555-0188' });
  });

  it('become the one that has an owner, as its owner left it; with two owners they are not merged', async () => {
    const owner = await makeAccount(db);
    const { id, kept, merged } = await makePair({ phone: '(949) 555-0177' }, { phone: null, owner_id: owner.id });
    await decide(id, 'same');
    expect([(await findRow(kept)).status, await findRow(merged)]).toMatchObject([
      'deleted',
      { status: 'active', phone: null },
    ]);
    const two = await makePair({ owner_id: owner.id }, { owner_id: owner.id });
    const { status, body } = await decide(two.id, 'same');
    expect([status, body.message]).toEqual([409, 'Both listings have an owner, who has to decide.']);
    expect((await admin.get('/api/admin/matches')).body).toMatchObject([{ id: two.id }]);
  });
});
