import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_BRANCHES, MAX_ORGANIZATIONS } from '#contract/ownership/organizations.ts';
import { suspend } from '#server/admin/suspension.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeListingInvitation, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
const { db } = api;
afterAll(api.close);
await makeAccount(db, { id: 1, email: null });

let ownerId: number;
let owner: Visitor;
let listings: number[];
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  [ownerId, owner] = await makeVisitor();
  listings = [];
  for (const city of ['Irvine', 'Tustin', 'Orange']) {
    const { id } = await makeListing(db, { owner_id: ownerId, title: `Pacific Dental ${city}` });
    listings.push(id);
  }
});

async function makeVisitor(): Promise<[number, Visitor]> {
  const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
  return [id, await api.signedInVisitor(id)];
}

const create = (body: object = {}, who = owner) =>
  who.post('/api/user/organizations', { name: 'Pacific Dental', listings, ...body });
const read = (id: number, who = owner) => who.get(`/api/user/organizations/${id}`);
const change = (id: number, body: object, who = owner) => who.send('PATCH', `/api/user/organizations/${id}`, body);
const remove = (id: number, who = owner) => who.send('DELETE', `/api/user/organizations/${id}`);
const list = async (who = owner) => (await who.get('/api/user/organizations')).body;
const branchIds = (body: { branches: { id: number }[] }) => body.branches.map(({ id }) => id).toSorted();

describe('A business with branches', () => {
  it('is created from listings, changed and deleted, and its listings stay', async () => {
    const { status, body } = await create({ listings: listings.slice(0, 2), website: 'https://pacific.example' });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      ...{ name: 'Pacific Dental', about: '', website: 'https://pacific.example', role: 'owner' },
      ...{ branchIds: listings.slice(0, 2), publishedCount: 2 },
    });
    expect(body.path).toMatch(/^\/brand\/pacific-dental(-\d+)?$/);
    expect(branchIds(body)).toEqual(listings.slice(0, 2));
    expect(body.branches[0]).toMatchObject({
      ...{
        title: 'Pacific Dental Irvine',
        published: true,
        exceptions: [],
        leadRecipients: 'both',
        leadMemberId: null,
      },
    });
    const changed = await change(body.id, { name: 'Golden Dental', add: [listings[2]], remove: [listings[0]] });
    expect(changed.body).toMatchObject({ name: 'Golden Dental', path: body.path, website: 'https://pacific.example' });
    expect(branchIds(changed.body)).toEqual(listings.slice(1));
    expect(await list()).toMatchObject([{ id: body.id, branchIds: listings.slice(1) }]);

    expect((await remove(body.id)).status).toBe(200);
    expect((await read(body.id)).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await owner.get(`/api/user/ads/${listings[0]}`)).status).toBe(200);
  });

  it('has an address of its own, also among those of the same name', async () => {
    const paths = [(await create({ listings: [] })).body.path, (await create({ listings: [] })).body.path];
    expect(new Set(paths).size).toBe(2);
    expect((await create({ name: '太平洋牙科', listings: [] })).body.path).toMatch(/^\/brand\/business(-\d+)?$/);
  });

  it('counts and lists neither deleted nor unpublished branches as published', async () => {
    const { body } = await create();
    await owner.post(`/api/user/ads/${listings[0]}/pause`);
    await owner.send('DELETE', `/api/user/ads/${listings[1]}`);
    expect(await list()).toMatchObject([{ branchIds: [listings[0], listings[2]], publishedCount: 1 }]);
    expect((await read(body.id)).body.branches).toMatchObject([
      { id: listings[0], status: 'paused', published: false },
      { id: listings[2], published: true },
    ]);
  });

  it.each([
    ['without a name', { name: '  ' }],
    ['with a long name', { name: 'x'.repeat(81) }],
    ['with an address that is none', { website: 'javascript:alert(1)' }],
    ['with too many listings', { listings: Array.from({ length: 201 }, (_, nth) => nth + 1) }],
  ])('is refused %s', async (_what, body) => {
    expect((await create(body)).status).toBe(400);
  });

  it('takes no listings of others, none twice, and not more than its limits', async () => {
    const [otherId, other] = await makeVisitor();
    const { id: foreign } = await makeListing(db, { owner_id: otherId });
    expect((await create({ listings: [foreign] })).status).toBe(404);
    expect((await create({ listings: [999_999_999] })).status).toBe(404);
    const { body } = await create();
    expect((await create()).status).toBe(409);
    expect((await change(body.id, { add: [foreign] })).status).toBe(404);
    expect((await change(body.id, { add: listings })).status).toBe(200);
    for (let nth = 1; nth < MAX_ORGANIZATIONS; nth++) expect((await create({ listings: [] })).status).toBe(201);
    expect((await create({ listings: [] })).status).toBe(409);
    expect((await create({ listings: [foreign] }, other)).status).toBe(201);
  });
});

it('A business takes no deleted listings, and as many branches as it can have', async () => {
  const { body } = await create();
  const { id: deleted } = await makeListing(db, { owner_id: ownerId, status: 'deleted' });
  expect((await change(body.id, { add: [deleted] })).status).toBe(404);
  const others = Array.from({ length: MAX_BRANCHES - listings.length }, () => makeListing(db, { owner_id: ownerId }));
  const add = (await Promise.all(others)).map(({ id }) => id);
  const { id: last } = await makeListing(db, { owner_id: ownerId });
  expect((await change(body.id, { add: [...add.slice(1), last] })).status).toBe(200);
  expect((await change(body.id, { add: [add[0]] })).status).toBe(409);
});

describe('Whoever may do what', () => {
  it.each([
    ['a manager of all listings', { role: 'manager' }, { read: 200, edit: 200, rename: 404, remove: 404 }],
    ['a viewer of all listings', { role: 'viewer' }, { read: 200, edit: 404, rename: 404, remove: 404 }],
    ['a manager of one branch', { role: 'manager', one: true }, { read: 404, edit: 404, rename: 404, remove: 404 }],
    ['a stranger', null, { read: 404, edit: 404, rename: 404, remove: 404 }],
  ] as const)('%s', async (_who, member, statuses) => {
    const { id } = (await create()).body;
    const [accountId, visitor] = await makeVisitor();
    if (member) {
      const listing_id = 'one' in member ? listings[0] : null;
      await makeListingMember(db, { account_id: accountId, owner_id: ownerId, role: member.role, listing_id });
    }
    expect({
      read: (await read(id, visitor)).status,
      edit: (await change(id, { remove: [listings[0]] }, visitor)).status,
      rename: (await change(id, { name: 'Other Dental' }, visitor)).status,
      remove: (await remove(id, visitor)).status,
    }).toEqual(statuses);
    expect((await list(visitor)).length).toBe(statuses.read === 200 ? 1 : 0);
    const left = statuses.edit === 200 ? listings.slice(1) : listings;
    expect((await read(id)).body).toMatchObject({ name: 'Pacific Dental', branchIds: left });
    if (statuses.read !== 200) return;
    await suspend(db, { id: ownerId, reason: 'Spam', by: 1 });
    expect((await read(id, visitor)).status).toBe(404);
    expect(await list(visitor)).toEqual([]);
  });
});

it('a listing that is handed over is no branch any more, and may become one of its new owner', async () => {
  const { id } = (await create()).body;
  const [, other] = await makeVisitor();
  const recipient = (await other.get('/api/user')).body.username;
  const { token } = await makeListingInvitation(db, {
    ...{ recipient, invited_by: ownerId, role: 'owner' as const, listing_id: listings[0] },
  });
  const accepted = await other.post('/api/invitations/accept', { token });
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
  expect(branchIds((await read(id)).body)).toEqual(listings.slice(1));
  expect((await create({ listings: [listings[0]] }, other)).status).toBe(201);
});

it('a branch that another account owns by now is none, and may become one of that account', async () => {
  const { id } = (await create()).body;
  const [otherId, other] = await makeVisitor();
  await db
    .updateTable('listings')
    .set({ owner_id: otherId })
    .where('id', '=', listings[0] as number)
    .execute();
  const { body } = await read(id);
  expect([branchIds(body), body.branchIds, body.publishedCount]).toEqual([listings.slice(1), listings.slice(1), 2]);
  expect((await create({ listings: [listings[0]] }, other)).status).toBe(201);
});
