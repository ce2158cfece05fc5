import { afterAll, beforeEach, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeApiKey } from '#tests/fixtures/api-key-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

const WEEK = {
  monday: [{ opens: '09:00', closes: '17:00' }],
  ...{ tuesday: 'closed', wednesday: null, thursday: null, friday: 'all-day', saturday: null, sunday: null },
};
const CLOSED = [{ on: '12-25', hours: 'closed' }];

let owner: Visitor;
let ownerId: number;
let id: number;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  ({ id: ownerId } = await makeAccount(db, { email_confirmed_at: new Date() }));
  owner = await api.signedInVisitor(ownerId);
  ({ id } = await makeListing(db, { owner_id: ownerId, email: null, description: 'Short.' }));
});

const put = (body: object) => owner.send('PUT', `/api/user/ads/${id}/hours`, body);

it('changes the week, then the special days, and nothing else, of a listing whose other fields are incomplete', async () => {
  const { form: before, version } = (await owner.get(`/api/user/ads/${id}`)).body;
  expect((await put({ hours: WEEK })).body).toEqual({ hours: WEEK, specialHours: [], version: version + 1 });
  expect((await put({ specialHours: CLOSED })).body).toEqual({
    ...{ hours: WEEK, specialHours: CLOSED, version: version + 2 },
  });
  const { form } = (await owner.get(`/api/user/ads/${id}`)).body;
  expect(form).toEqual({ ...before, hours: WEEK, specialHours: CLOSED });
  expect((await api.get(`/api/ads/${id}`)).body.hours).toEqual(WEEK);
  expect((await put({ hours: null })).body).toMatchObject({ hours: null, specialHours: CLOSED });
});

it('a day that is left out stays, and null makes a day unknown', async () => {
  await put({ hours: WEEK });
  const thursday = [{ opens: '07:00', closes: '19:00' }];
  expect((await put({ hours: { thursday, tuesday: null } })).body.hours).toEqual({ ...WEEK, thursday, tuesday: null });
  await put({ hours: null });
  const unknown = Object.fromEntries(Object.keys(WEEK).map((day) => [day, null]));
  expect((await put({ hours: { thursday } })).body.hours).toEqual({ ...unknown, thursday });
});

it('hours that are the same are no edit', async () => {
  const { version } = (await put({ specialHours: CLOSED })).body;
  expect((await put({ specialHours: CLOSED })).body.version).toBe(version);
  expect((await put({})).body.version).toBe(version);
});

it.each([
  [{ hours: { monday: 'sometimes' } }],
  [{ hours: { ...WEEK, moonday: 'closed' } }],
  [{ specialHours: [{ on: '2026-13-01', hours: 'closed' }] }],
  [{ specialHours: [...CLOSED, ...CLOSED] }],
  [{ specialhours: CLOSED }],
])('refuses %j', async (body) => {
  const { status, body: error } = await put(body);
  expect([status, error.issues.length > 0 || error.message.length > 0]).toEqual([400, true]);
});

it('an API key needs the permission to change listings', async () => {
  const send = async (scopes: ('listings:read' | 'listings:write')[]) => {
    const { key } = await makeApiKey(db, ownerId, scopes);
    const headers = { authorization: `Bearer ${key}` };
    return (await api.visitor().send('PUT', `/api/user/ads/${id}/hours`, { hours: WEEK }, headers)).status;
  };
  expect([await send(['listings:read']), await send(['listings:write'])]).toEqual([403, 200]);
});
