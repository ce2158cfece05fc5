import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;
await makeAccount(db, { id: 1 });

let administrator: Visitor;
let owner: Visitor;
let id: number;
let email: string;
beforeEach(async () => {
  administrator = await api.signedInVisitor(1);
  const account = await makeAccount(db);
  email = account.email as string;
  owner = await api.signedInVisitor(account.id);
  id = (await makeListing(db, { owner_id: account.id, email: 'hello@golden-hour.example' })).id;
  const change = { changes: { phone: '(949) 555-0177' }, revision: 0, reason: 'They told us' };
  expect((await administrator.send('PATCH', `/api/admin/ads/${id}`, change)).status).toBe(200);
});

const fileObjection = (visitor: Visitor, number = 1) =>
  visitor.post(`/api/user/ads/${id}/changes/${number}/object`, { text: 'It’s ours' });
const findPhone = async () =>
  (await db.selectFrom('listings').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone;
/** The email to the owner with such a subject. */
/** Waits for an email of this subject, of which another test may have caused one too, with a text. */
async function waitForMail(subject: RegExp, part: string) {
  const isIt = (sent: (typeof api.emails)[number]) =>
    sent.to === email && subject.test(sent.subject) && sent.text.includes(part);
  await expect.poll(() => api.emails.some(isIt)).toBe(true);
}
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

describe('An objection to the hiding of a listing', () => {
  const hide = () => administrator.post(`/api/admin/ads/${id}/hide`, { reason: 'No such address' });
  const listWaiting = async () =>
    (await administrator.get('/api/admin/objections')).body.filter(
      ({ listing }: { listing: { id: number } }) => listing.id === id,
    );
  const findStatus = async () => (await owner.get(`/api/user/ads/${id}`)).body.status;

  it('waits with who hid the listing and why, until the staff shows it again with an emailed answer', async () => {
    await hide();
    expect((await owner.get(`/api/user/ads/${id}/changes`)).body).toMatchObject([
      { number: 0, reason: 'No such address', before: {}, after: {}, objection: null },
      { number: 1 },
    ]);
    expect((await fileObjection(owner, 0)).status).toBe(200);
    expect(await listWaiting()).toMatchObject([
      { text: 'It’s ours', version: null, hiding: { by: { id: 1 }, reason: 'No such address' }, blocked: null },
    ]);
    expect((await (await decide('restore'))()).status).toBe(200);
    expect([await findStatus(), await listWaiting()]).toEqual(['active', []]);
    expect((await owner.get(`/api/user/ads/${id}/changes`)).body[0]).toMatchObject({
      number: 0,
      reason: 'No such address',
      objection: { outcome: 'restored', answer: 'We asked again' },
    });
    await waitForMail(/no longer hidden/, 'We asked again');
    await waitForEmptyMailQueue(db);
    expect(api.emails.filter(({ to, text }) => to === email && text.includes('We asked again'))).toHaveLength(1);
  });

  it('is answered by email while the listing stays hidden, and can then be sent again', async () => {
    await hide();
    await fileObjection(owner, 0);
    const [waiting] = await listWaiting();
    await fileObjection(owner, 0);
    expect(await listWaiting()).toEqual([waiting]);
    expect((await (await decide('keep'))()).status).toBe(200);
    expect(await findStatus()).toBe('hidden');
    await waitForMail(/looked at your listing/, 'We asked again');
    expect((await fileObjection(owner, 0)).body[0]).toMatchObject({ objection: { outcome: null, answer: null } });
    expect(await listWaiting()).toHaveLength(1);
  });

  it('is settled when the listing is shown again in another way', async () => {
    await hide();
    await fileObjection(owner, 0);
    expect((await administrator.post(`/api/admin/ads/${id}/show`)).status).toBe(200);
    expect(await listWaiting()).toEqual([]);
    expect((await owner.get(`/api/user/ads/${id}/changes`)).body[0]).toMatchObject({
      number: 0,
      objection: { outcome: 'restored' },
    });
  });

  it('is answered by the undo of a bulk action, in the language of the reader', async () => {
    const hidden = await administrator.post('/api/admin/ads/hide', { ids: [id], reason: 'No such address' });
    expect((await fileObjection(owner, 0)).status).toBe(200);
    const { actionId } = hidden.body;
    expect((await administrator.post(`/api/admin/bulk-actions/${actionId}/undo`)).status).toBe(200);
    const answer = `Se deshizo la acción en lote n.º ${actionId}`;
    const inSpanish = { 'accept-language': 'es' };
    const changes = await owner.send('GET', `/api/user/ads/${id}/changes`, undefined, inSpanish);
    expect(changes.body[0]).toMatchObject({ objection: { answer } });
    const { audit } = (await administrator.send('GET', `/api/admin/ads/${id}`, undefined, inSpanish)).body;
    expect(audit.map(({ reason }: { reason: string | null }) => reason)).toContain(answer);
  });

  it('is only for the owner of a hidden listing', async () => {
    expect((await fileObjection(owner, 0)).status).toBe(409);
    await hide();
    const { id: nextOwner } = await makeAccount(db);
    const other = await api.signedInVisitor(nextOwner);
    expect((await fileObjection(other, 0)).status).toBe(404);
    // What the former owner objected waits for the staff.
    await fileObjection(owner, 0);
    await db.updateTable('listings').set({ owner_id: nextOwner }).where('id', '=', id).execute();
    const { status, body } = await fileObjection(other, 0);
    expect([status, body.message]).toEqual([409, 'Somebody objected to this change already.']);
  });
});
