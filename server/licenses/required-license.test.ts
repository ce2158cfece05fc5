import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { NOT_LICENSED } from '#contract/listing-fields/not-licensed.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm, sendListingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
  await db.deleteFrom('operator_settings').execute();
  await db.insertInto('operator_settings').values({ key: 'licenseRequired', value: 'true' }).execute();
  await api.invalidate(['settings']);
});

const MESSAGE = 'California licenses this trade: add your license number, or say that you have none.';
const REFUSED = { status: 400, body: { issues: [{ path: 'licenseNumber', message: MESSAGE }] } };
const categoryId = async (key: string) =>
  String((await db.selectFrom('categories').select('id').where('slug', '=', key).executeTakeFirstOrThrow()).id);
const plumbing = async (fields: object = {}) => listingForm({ categoryId: await categoryId('plumbers'), ...fields });
const countPublic = async () =>
  (await db.selectFrom('public_listings').select('id').where('owner_id', '=', ownerId).execute()).length;

describe('Where licenses are required', () => {
  it('a listing of a licensed trade without number or statement is refused at its field', async () => {
    expect(await sendListingForm(owner, await plumbing())).toMatchObject(REFUSED);
    expect(await countPublic()).toBe(0);
    for (const licenseNumber of ['CSLB 1042318', NOT_LICENSED])
      expect((await sendListingForm(owner, await plumbing({ licenseNumber }))).status).toBe(201);
    expect((await sendListingForm(owner, listingForm({ categoryId: await categoryId('florists') }))).status).toBe(201);
    expect(await countPublic()).toBe(3);
  });

  it('a draft of one is kept, and neither published nor paid for', async () => {
    const { status, body } = await sendListingForm(owner, await plumbing(), undefined, '/api/drafts');
    expect(status).toBe(201);
    const path = `/api/user/ads/${body.ad.id}`;
    expect(await owner.post(`${path}/publish`)).toMatchObject(REFUSED);
    expect(await owner.post('/api/create-payment-intent', { plan: 'monthly', listingId: body.ad.id })).toMatchObject(
      REFUSED,
    );
    expect(await countPublic()).toBe(0);
  });

  it('a credit is not used for one', async () => {
    const premium = await plumbing({ premium: true });
    expect(await sendListingForm(owner, premium)).toMatchObject(REFUSED);
  });

  it('an owner changes other things of one that never had a number, but removes none', async () => {
    const zip = { category: 'plumbers', owner_id: ownerId } as const;
    const { id: without } = await makeListing(db, zip);
    const { id: having } = await makeListing(db, { ...zip, license_number: 'CSLB 1042318' });
    const edit = async (id: number) =>
      owner.send('PUT', `/api/user/ads/${id}`, { ...(await plumbing()), title: 'Renamed Plumbing', version: 1 });
    expect((await edit(without)).status).toBe(200);
    expect(await edit(having)).toMatchObject(REFUSED);
  });

  it('nothing is required any more when the switch is off', async () => {
    await db.deleteFrom('operator_settings').execute();
    await api.invalidate(['settings']);
    expect((await sendListingForm(owner, await plumbing())).status).toBe(201);
  });
});
