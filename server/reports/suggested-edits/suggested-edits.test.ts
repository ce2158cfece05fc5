import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { deleteOldSuggestedEdits, forgetNetworks, type SuggestedEditInput, suggestEdit } from './suggest-edit.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
});

const suggest = (visitor: Visitor, listing: number, form: object) =>
  visitor.post(`/api/ads/${listing}/suggested-edits`, form);
const administrator = async () => (await api.signedInVisitor(1)).send;
const listOpen = async () => (await (await administrator())('GET', '/api/admin/suggested-edits')).body;

const submit = (input: SuggestedEditInput) => suggestEdit(db, input, { suggestedEditsPerHour: 20 });

/** A suggestion from a network, some days ago. */
async function suggestFrom(listingId: number, network: number, { kind = 'closed' as const, daysAgo = 0 } = {}) {
  const address = `10.${network >> 8}.${network & 255}.${1 + (network % 250)}`;
  await submit({ listingId, form: { kind }, accountId: null, address });
  await sql`update suggested_edits set created_at = created_at - make_interval(days => ${daysAgo})
    where id = (select max(id) from suggested_edits)`.execute(db);
}
const suggestConfirmed = (listingId: number, network: number) =>
  submit({ listingId, form: { kind: 'confirmed' }, accountId: null, address: `172.16.${network}.1` });
const findReported = async () =>
  (await db.selectFrom('possible_closures').select('listing_id').where('reason', '=', 'reported').execute()).map(
    ({ listing_id }) => listing_id,
  );

describe('a suggestion', () => {
  it.each([
    ['phone', '(949) 555-0123', '(949) 555-0123', '(949) 555-0100'],
    ['website', 'Https://poppy.example', 'https://poppy.example', 'https://old.example'],
    ['address', ' 12 New Street ', '12 New Street', '1 Old Street'],
    ['hours', 'Mon–Fri 9–5\r\nSat 10–2', 'Mon–Fri 9–5\nSat 10–2', ''],
  ])('of the right %s is shown with what the listing says', async (kind, value, stored, current) => {
    const { id } = await makeListing(db, {
      ...{ title: 'Poppy Bakery', phone: '(949) 555-0100', website: 'https://old.example', address: '1 Old Street' },
    });
    const { status, body } = await suggest(api.visitor(), id, { kind, value });
    expect([status, body]).toEqual([201, { message: 'Thank you for keeping this listing up to date.' }]);
    expect(await listOpen()).toMatchObject([
      { kind, value: stored, listing: { id, title: 'Poppy Bakery', current }, visitors: 1, independent: 1 },
    ]);
  });

  it('of a duplicate names the other listing by its link or number', async () => {
    const [{ id }, { id: other }] = [await makeListing(db), await makeListing(db)];
    for (const value of [`https://socal.example/ads/${other}`, String(other)]) {
      expect((await suggest(api.visitor(), id, { kind: 'duplicate', value })).status).toBe(201);
    }
    expect(await listOpen()).toMatchObject([{ kind: 'duplicate', value: String(other), visitors: 2 }]);
    for (const value of [String(id), '999999999']) {
      const { status, body } = await suggest(api.visitor(), id, { kind: 'duplicate', value });
      expect([status, body.issues[0].path]).toEqual([400, 'value']);
    }
  });

  it.each([
    ['no kind', {}, 'kind'],
    ['another kind', { kind: 'ugly' }, 'kind'],
    ['no phone number', { kind: 'phone', value: '123' }, 'value'],
    ['no website', { kind: 'website', value: '' }, 'value'],
    ['a script as website', { kind: 'website', value: 'javascript:alert(1)' }, 'value'],
    ['no hours', { kind: 'hours', value: '' }, 'value'],
    ['hours that are too long', { kind: 'hours', value: 'x'.repeat(301) }, 'value'],
    ['no link', { kind: 'duplicate', value: 'the other one' }, 'value'],
    ['a zero byte', { kind: 'address', value: '1 Main\0 Street' }, 'value'],
  ])('with %s is refused', async (_what, form, path) => {
    const { id } = await makeListing(db);
    const { status, body } = await suggest(api.visitor(), id, form);
    expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, [path]]);
    expect(await listOpen()).toEqual([]);
  });

  it('for a listing that is not public is not found', async () => {
    const { id } = await makeListing(db, { status: 'paused' });
    const statuses = [];
    for (const listing of [id, 999_999_999])
      statuses.push((await suggest(api.visitor(), listing, { kind: 'closed' })).status);
    expect(statuses).toEqual([404, 404]);
  });

  it('is limited by address, by network, and by listing and address', async () => {
    const ids = [];
    for (let i = 0; i < 21; i++) ids.push((await makeListing(db)).id);
    const visitor = api.visitor();
    const statuses = [];
    for (const id of ids) statuses.push((await suggest(visitor, id, { kind: 'confirmed' })).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);

    const [id = 0] = ids;
    const again = api.visitor();
    for (let i = 0; i < 5; i++) await suggest(again, id, { kind: 'confirmed' });
    expect((await suggest(again, id, { kind: 'confirmed' })).status).toBe(429);

    await sql`insert into limits (key, hits, ends_at) values ('suggest-from:10.9.9.0/24', 100, now() + interval '1 day')`.execute(
      db,
    );
    const input = { listingId: id, form: { kind: 'confirmed' as const }, accountId: null };
    await expect(submit({ ...input, address: '10.9.9.200' })).rejects.toMatchObject({ status: 429 });
    await submit({ ...input, address: '10.9.8.200' });
  });
});

describe('a closed business', () => {
  it('is marked by five independent visitors in 60 days, and stays public', async () => {
    const { id } = await makeListing(db);
    for (const [network, daysAgo] of [
      [1, 70],
      [2, 50],
      [3, 40],
      [4, 30],
      [5, 20],
    ] as const)
      await suggestFrom(id, network, { daysAgo });
    expect(await findReported()).toEqual([]);
    await suggestFrom(id, 6);
    expect(await findReported()).toEqual([id]);
    const { status, body } = await api.get(`/api/ads/${id}`);
    expect([status, body.possibleClosure?.reason]).toEqual([200, 'reported']);
    expect(await listOpen()).toMatchObject([{ kind: 'closed', listing: { id }, visitors: 6, independent: 6 }]);
  });

  it('needs more of them when others say that all is right', async () => {
    const { id } = await makeListing(db);
    await suggestConfirmed(id, 1);
    for (let network = 1; network <= 5; network++) await suggestFrom(id, network, { daysAgo: 2 * network });
    expect(await findReported()).toEqual([]);
    await suggestFrom(id, 6);
    expect(await findReported()).toEqual([id]);
  });

  const LISTINGS = repetitions(30, 1000);
  it(`is none of ${LISTINGS} that one network reports, each once or one of them ${LISTINGS} times`, async () => {
    const ids = [];
    for (let i = 0; i < LISTINGS; i++) ids.push((await makeListing(db)).id);
    const [first = 0] = ids;
    for (const [i, id] of ids.entries()) {
      for (const listingId of [id, first]) {
        await db.deleteFrom('limits').execute();
        await submit({ listingId, form: { kind: 'closed' }, accountId: null, address: `10.1.1.${i % 250}` });
      }
    }
    expect(await findReported()).toEqual([]);
    expect((await listOpen()).slice(-1)).toMatchObject([{ listing: { id: expect.any(Number) }, independent: 1 }]);
  });

  it('that is hidden is no open suggestion any more, and is not marked when it is shown again', async () => {
    const { id } = await makeListing(db);
    for (let network = 1; network <= 5; network++) await suggestFrom(id, network, { daysAgo: 2 * network });
    const admin = await administrator();
    await admin('POST', `/api/admin/ads/${id}/hide`, { reason: 'It has closed.' });
    await admin('POST', `/api/admin/ads/${id}/show`);
    expect([await findReported(), await listOpen()]).toEqual([[], []]);
  });

  it('is open again once that is dismissed, and only new visitors count', async () => {
    const { id } = await makeListing(db);
    for (let network = 1; network <= 5; network++) await suggestFrom(id, network, { daysAgo: 2 * network });
    const [edit] = await listOpen();
    const admin = await administrator();
    expect((await admin('POST', `/api/admin/suggested-edits/${edit.id}/dismiss`)).status).toBe(204);
    expect([await findReported(), await listOpen()]).toEqual([[], []]);
    for (let network = 1; network <= 4; network++) await suggestFrom(id, network, { daysAgo: 2 * network });
    expect(await findReported()).toEqual([]);
  });
});

describe('a business that only an old source knows', () => {
  const makeAged = async (date: string, columns: object = {}) =>
    (
      await makeListing(db, {
        ...{ origin: 'open-data', owner_id: null, source: 'An old map', source_id: date, source_date: date },
        ...columns,
      })
    ).id;
  const asks = async (id: number) => (await api.get(`/api/ads/${id}`)).body.asksPresence;
  const monthsAgo = (months: number) => {
    const date = new Date();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - months);
    return date.toISOString().slice(0, 7);
  };
  beforeEach(async () => {
    await sql`insert into sources (name, title) values ('An old map', 'An old map') on conflict do nothing`.execute(db);
  });

  it('is asked for on its page from an age of four years on, while nobody owns it', async () => {
    expect(await asks(await makeAged(monthsAgo(48)))).toBe(true);
    expect(await asks(await makeAged(monthsAgo(47)))).toBe(false);
    expect(await asks(await makeAged(String(new Date().getUTCFullYear() - 5)))).toBe(true);
    expect(await asks(await makeAged(String(new Date().getUTCFullYear() - 3)))).toBe(false);
    expect(await asks(await makeAged('', { source_id: 'undated' }))).toBe(false);
    const { id: owner_id } = await makeAccount(db);
    expect(await asks(await makeAged('2019-08', { owner_id }))).toBe(false);
  });

  it('is marked by two different visitors at once, unless others say that it is there', async () => {
    const id = await makeAged('2021-08');
    await suggestFrom(id, 1);
    await suggestFrom(id, 1);
    expect(await findReported()).toEqual([]);
    await suggestFrom(id, 2);
    expect(await findReported()).toEqual([id]);
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({
      mayHaveClosed: true,
      possibleClosure: { reason: 'reported' },
    });

    const doubted = await makeAged('2021-07');
    await suggestConfirmed(doubted, 9);
    await suggestFrom(doubted, 3);
    await suggestFrom(doubted, 4);
    expect(await findReported()).toEqual([id]);
    await suggestFrom(doubted, 5);
    expect(await findReported()).toEqual([id, doubted]);
  });
});

describe('a decision', () => {
  it('of the owner changes the listing once, for all who said the same', async () => {
    const owner = await makeAccount(db);
    const { id } = await makeListing(db, {
      owner_id: owner.id,
      phone: '(949) 555-0100',
      origin: 'open-data',
      source: 'A list',
      source_id: '1',
    });
    for (const phone of ['(949) 555-0123', '(949) 555-0123', '(949) 555-0999'])
      await suggest(api.visitor(), id, { kind: 'phone', value: phone });
    const visitor = await api.signedInVisitor(owner.id);
    const { body: open } = await visitor.get('/api/user/suggested-edits');
    expect(open).toMatchObject([
      { value: '(949) 555-0999', visitors: 1 },
      { value: '(949) 555-0123', visitors: 2 },
    ]);
    expect((await visitor.post(`/api/user/suggested-edits/${open[1].id}/accept`)).status).toBe(204);
    expect((await visitor.post(`/api/user/suggested-edits/${open[1].id}/accept`)).status).toBe(404);
    expect((await visitor.post(`/api/user/suggested-edits/${open[0].id}/dismiss`)).status).toBe(204);
    const listing = await db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(listing).toMatchObject({ phone: '(949) 555-0123', version: 2, facts: { phone: { by: 'owner' } } });
    expect((await visitor.get('/api/user/suggested-edits')).body).toEqual([]);
  });

  it('on hours changes the listing where they are read to the last word', async () => {
    const { id } = await makeListing(db, { origin: 'open-data', source: 'A list', source_id: '1' });
    for (const value of ['Mon–Fri 9–5 or by appointment', 'Ring the bell', 'Mon–Fri 9 AM–5 PM\nSat 10 AM–2 PM'])
      await suggest(api.visitor(), id, { kind: 'hours', value });
    const open = await listOpen();
    expect(open.map(({ changesListing }: { changesListing: boolean }) => changesListing)).toEqual([true, false, false]);
    const admin = await administrator();
    for (const edit of open)
      expect((await admin('POST', `/api/admin/suggested-edits/${edit.id}/accept`)).status).toBe(204);
    const listing = await db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(listing).toMatchObject({
      hours: { friday: [{ opens: '09:00', closes: '17:00' }], saturday: [{ opens: '10:00', closes: '14:00' }] },
      facts: { hours: { by: 'administrator' } },
      version: 2,
    });
  });

  it('about another owner’s listing is not found', async () => {
    const { id } = await makeListing(db, { owner_id: (await makeAccount(db)).id, phone: '(949) 555-0100' });
    await suggest(api.visitor(), id, { kind: 'phone', value: '(949) 555-0123' });
    const [edit] = await listOpen();
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    expect((await other.get('/api/user/suggested-edits')).body).toEqual([]);
    for (const verb of ['accept', 'dismiss'])
      expect((await other.post(`/api/user/suggested-edits/${edit.id}/${verb}`)).status).toBe(404);
    expect(await listOpen()).toHaveLength(1);
  });

  it('of the administrator is in the audit log; a new address has no point', async () => {
    const { id } = await makeListing(db, {
      ...{
        origin: 'open-data',
        source: 'A list',
        source_id: '1',
        address: '1 Old Street',
        lat: 33.68,
        lng: -117.8,
        point_source: 'import',
      },
    });
    await suggest(api.visitor(), id, { kind: 'address', value: '12 New Street' });
    const [edit] = await listOpen();
    const admin = await administrator();
    expect((await admin('POST', `/api/admin/suggested-edits/${edit.id}/accept`)).status).toBe(204);
    const listing = await db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(listing).toMatchObject({ address: '12 New Street', lat: null, point_source: null });
    expect(listing.facts).toMatchObject({ address: { by: 'administrator' } });
    const { body: log } = await admin('GET', '/api/admin/audit?limit=1');
    const reason = 'The address is wrong: 12 New Street';
    expect(log).toMatchObject([{ kind: 'edit-accepted', listingId: id, actorId: 1, reason }]);
  });
});

it('Networks are forgotten after 60 days, and suggestions deleted after a year', async () => {
  const { id } = await makeListing(db);
  for (const [network, daysAgo] of [
    [1, 0],
    [2, 61],
    [3, 366],
  ] as const)
    await suggestFrom(id, network, { daysAgo });
  await forgetNetworks(db);
  const read = () => db.selectFrom('suggested_edits').select('network').orderBy('id').execute();
  expect(await read()).toEqual([{ network: '10.0.1.0/24' }, { network: null }, { network: null }]);
  await deleteOldSuggestedEdits(db);
  expect(await read()).toHaveLength(2);
});
