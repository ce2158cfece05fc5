import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1 });

let administrator: Visitor;
let owner: Visitor;
let id: number;
beforeEach(async () => {
  administrator = await api.signedInVisitor(1);
  const account = await makeAccount(db);
  owner = await api.signedInVisitor(account.id);
  id = (await makeListing(db, { owner_id: account.id, email: 'hello@golden-hour.example' })).id;
  const change = { changes: { phone: '(949) 555-0177' }, revision: 0, reason: 'They told us' };
  expect((await administrator.send('PATCH', `/api/admin/ads/${id}`, change)).status).toBe(200);
});

const fileObjection = (visitor: Visitor, number = 1) =>
  visitor.post(`/api/user/ads/${id}/changes/${number}/object`, { text: 'It’s ours' });
const findPhone = async () =>
  (await db.selectFrom('listings').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone;
async function decide(outcome: 'keep' | 'restore') {
  const { body } = await administrator.get('/api/admin/objections');
  const objection = body.find(({ listing }: { listing: { id: number } }) => listing.id === id);
  return () => administrator.post(`/api/admin/objections/${objection.id}/${outcome}`, { answer: 'We asked again' });
}

describe('An objection', () => {
  it('is recorded once, and answered to its owner', async () => {
    expect((await fileObjection(owner)).status).toBe(200);
    expect((await fileObjection(owner)).body).toMatchObject([
      { number: 1, objection: { text: 'It’s ours', outcome: null } },
    ]);
    expect((await (await decide('keep'))()).status).toBe(200);
    expect((await owner.get(`/api/user/ads/${id}/changes`)).body).toMatchObject([
      { objection: { outcome: 'kept', answer: 'We asked again' } },
    ]);
    expect(await findPhone()).toBe('(949) 555-0177');
  });

  it('is decided once, and takes the change back', async () => {
    await fileObjection(owner);
    const restore = await decide('restore');
    expect((await restore()).status).toBe(200);
    expect(await findPhone()).toBe('(949) 555-0100');
    const { status, body } = await restore();
    expect([status, body.message]).toEqual([409, 'This objection has already been decided.']);
  });

  it('takes back what is still so, and keeps what somebody changed since', async () => {
    const title = 'Golden Hour & Daughters';
    const change = { changes: { phone: '(949) 555-0188', title }, revision: 1, reason: 'From their website' };
    expect((await administrator.send('PATCH', `/api/admin/ads/${id}`, change)).status).toBe(200);
    await db.updateTable('listings').set({ phone: '(949) 555-0199' }).where('id', '=', id).execute();
    expect((await fileObjection(owner, 2)).status).toBe(200);
    expect((await (await decide('restore'))()).status).toBe(200);
    const row = await db.selectFrom('listings').select(['phone', 'title']).where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ phone: '(949) 555-0199', title: 'Golden Hour Plumbing' });
  });

  it('is only for who owned the listing at the change', async () => {
    const account = await makeAccount(db);
    const other = await api.signedInVisitor(account.id);
    expect((await fileObjection(other)).status).toBe(404);
    await db.updateTable('listings').set({ owner_id: account.id }).where('id', '=', id).execute();
    expect((await other.get(`/api/user/ads/${id}/changes`)).body).toEqual([]);
    expect((await fileObjection(other)).status).toBe(404);
    expect((await fileObjection(owner)).status).toBe(404);
  });

  it('is not against what nobody of the staff changed', async () => {
    expect((await fileObjection(owner, 2)).status).toBe(404);
  });
});
