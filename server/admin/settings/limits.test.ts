import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { uploadPhoto } from '#tests/support/upload.ts';

const api = await createTestApi();
const { db } = api;
afterAll(() => api.close());

let administrator: Visitor;
let ownerId: number;
let owner: Visitor;
let stranger: Visitor;
let listings: number[];
beforeAll(async () => {
  administrator = await api.signedInVisitor((await makeAccount(db, { id: 1 })).id);
  ownerId = (await makeAccount(db, { email_confirmed_at: new Date() })).id;
  owner = await api.signedInVisitor(ownerId);
  listings = [];
  for (const lng of [-117.82, -117.83])
    listings.push((await makeListing(db, { owner_id: ownerId, lat: 33.68, lng })).id);
});
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  stranger = api.visitor();
});

const message = () => ({
  ...{
    name: 'Ana Ruiz',
    email: `${randomUUID()}@mail.example`,
    text: 'Could you come on Thursday?',
    key: randomUUID(),
  },
});
const quote = { trade: 'plumbers', near: '92614', timing: 'week', answers: { job: 'water-heater', place: 'house' } };

/** The n-th thing that somebody sends: no two are the same. */
const SENDERS: [key: string, send: (n: number) => Promise<{ status: number }>][] = [
  ['listingsPerHour', (n) => owner.post('/api/ads', listingForm({ title: `Business ${n}` }))],
  ['listingsPerHour', () => owner.post(`/api/user/ads/${listings[0]}/duplicate`)],
  [
    'listingsPerHour',
    (n) =>
      administrator.post('/api/admin/ads', { form: listingForm({ title: `Business ${n}` }), reason: 'They asked' }),
  ],
  ['picturesPerHour', () => uploadPhoto(owner, Buffer.from('no picture'))],
  [
    'messagesPerHour',
    (n) => stranger.post(`/api/ads/${listings[n % 2]}/messages`, { ...message(), topic: 'question' }),
  ],
  ['quoteRequestsPerHour', () => stranger.post('/api/quotes', { ...message(), ...quote, listings })],
  ['reportsPerHour', (n) => stranger.post(`/api/ads/${listings[n % 2]}/reports`, { reason: 'closed', text: '' })],
  ['suggestedEditsPerHour', () => stranger.post(`/api/ads/${listings[0]}/suggested-edits`, { kind: 'confirmed' })],
];

it.each(SENDERS)('%s is how many are taken', async (key, send) => {
  const [limit, taken] = key === 'picturesPerHour' ? [10, 9] : [1, 0];
  const { version } = (await administrator.get('/api/admin/settings')).body.settings.find(
    (setting: { key: string }) => setting.key === key,
  );
  const set = await administrator.send('PUT', `/api/admin/settings/${key}`, { value: limit, version });
  expect(set.status).toBe(200);
  await api.invalidate(['settings']);
  const ends_at = new Date(Date.now() + 3_600_000);
  if (taken > 0)
    await db
      .insertInto('limits')
      .values({ key: `photos:${ownerId}`, hits: taken, ends_at })
      .execute();
  const statuses = [];
  for (let n = 0; n <= limit - taken; n++) {
    const { status } = await send(n);
    statuses.push(status);
    // The same copy again is the first one until that is edited.
    if (n === 0)
      await db
        .updateTable('listings')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', listings[0] as number)
        .execute();
  }
  expect(statuses.indexOf(429)).toBe(limit - taken);
  await administrator.send('PUT', `/api/admin/settings/${key}`, { value: null, version: version + 1 });
  await api.invalidate(['settings']);
});
