import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { explain } from '#tests/support/explain.ts';
import { viewsQuery } from './views.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let admin: Visitor;
beforeEach(async () => {
  for (const table of ['listing_views', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  admin = await api.signedInVisitor(1);
});

const PATH = '/api/admin/listing-views';
const VIEW = { name: 'Spam in Irvine', filter: 'state=hidden&city=irvine&sort=oldest', columns: ['State', 'Owner'] };
const save = (view: object = {}) => admin.post(PATH, { ...VIEW, ...view });
const names = async () => (await admin.get(PATH)).body.map(({ name }: { name: string }) => name);

describe('saved views', () => {
  it('have a name, filters and columns, are listed by name, renamed and deleted', async () => {
    expect(await save()).toMatchObject({ status: 201, body: VIEW });
    const { body } = await save({ name: 'Drafts', filter: 'state=draft', columns: [] });
    expect(await names()).toEqual(['Drafts', 'Spam in Irvine']);
    const renamed = { ...VIEW, name: 'Unfinished' };
    expect(await admin.send('PUT', `${PATH}/${body.id}`, renamed)).toMatchObject({ status: 200, body: renamed });
    expect((await admin.get(PATH)).body).toEqual([
      { ...VIEW, id: expect.any(Number) },
      { ...renamed, id: body.id },
    ]);
    expect((await admin.send('DELETE', `${PATH}/${body.id}`)).status).toBe(200);
    expect((await admin.send('DELETE', `${PATH}/${body.id}`)).status).toBe(404);
    expect(await names()).toEqual(['Spam in Irvine']);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['an unknown state', { filter: 'state=lost' }],
    ['an unknown filter', { filter: 'tab=hidden' }],
    ['a zero byte in a filter', { filter: 'words=a%00b' }],
    ['an unknown column', { columns: ['Password'] }],
    ['a column twice', { columns: ['State', 'State'] }],
  ])('are refused with %s', async (_, view) => {
    expect((await save(view)).status).toBe(400);
    expect(await names()).toEqual([]);
  });

  it('of one member of the staff have different names', async () => {
    await save();
    const { body: other } = await save({ name: 'Other' });
    expect((await save()).body.message).toBe('You already have a view of this name.');
    expect((await admin.send('PUT', `${PATH}/${other.id}`, VIEW)).status).toBe(409);
    expect((await admin.send('PUT', `${PATH}/${other.id}`, { ...VIEW, name: 'Other' })).status).toBe(200);
  });

  it('are 50 at most, also when several are saved at once', async () => {
    const rows = Array.from({ length: 48 }, (_, n) => ({ ...VIEW, name: `View ${n}`, account_id: 1 }));
    await db.insertInto('listing_views').values(rows).execute();
    const responses = await Promise.all([1, 2, 3, 4].map((n) => save({ name: `New ${n}` })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await names()).toHaveLength(50);
  });

  it('belong to who saved them, and go with the account', async () => {
    const { body } = await save();
    const { id } = await makeStaff(db, 'moderator');
    const moderator = await api.signedInVisitor(id);
    expect((await moderator.get(PATH)).body).toEqual([]);
    expect((await moderator.send('PUT', `${PATH}/${body.id}`, VIEW)).status).toBe(404);
    expect((await moderator.send('DELETE', `${PATH}/${body.id}`)).status).toBe(404);
    await moderator.post(PATH, { ...VIEW, name: 'Mine' });
    expect((await moderator.get('/api/user/export')).body.listingViews).toEqual([{ ...VIEW, name: 'Mine' }]);
    await db.deleteFrom('accounts').where('id', '=', id).execute();
    expect(await names()).toEqual(['Spam in Irvine']);
  });
});

it('are found by their index', async () => {
  expect((await explain(db, viewsQuery(db, 1).compile())).join('\n')).toContain('listing_views_account_id_name_key');
});
