import { PassThrough } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { openZip } from '#server/admin/exports/archives/zip.ts';
import { makeAccount, makePhoto } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { makeDailyMetrics } from '#tests/fixtures/metrics-factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm, sendListingForm } from '#tests/support/listing-form.ts';

const files = new Map<string, Buffer>();
const api = await createTestApi({
  storage: {
    get: async (name: string) => files.get(name) ?? null,
    close: async () => {},
  } as never,
});
afterAll(api.close);
const { db } = api;
beforeEach(async () => {
  await db.deleteFrom('listings').execute();
  await db.deleteFrom('limits').execute();
});

const signIn = async () => {
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  return { account, visitor: await api.signedInVisitor(account.id) };
};

async function exportOf(visitor: Visitor) {
  const { statusCode, headers, rawPayload } = await api.http.inject({
    url: '/api/user/export.zip',
    cookies: Object.fromEntries(visitor.cookies),
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(statusCode).toBe(200);
  return {
    headers,
    texts: Object.fromEntries(Object.entries(unzipSync(rawPayload)).map(([name, data]) => [name, strFromU8(data)])),
  };
}

it('An owner’s export has listings, pictures, leads, reviews and analytics, and nobody else’s', async () => {
  const { account, visitor } = await signIn();
  const id = await api.createListing({ owner_id: account.id, level: 'premium', title: '=Golden Hour' });
  const other = await makeAccount(db);
  const otherId = await api.createListing({ owner_id: other.id, title: 'Somebody Else’s' });
  await makeReview(db, { listing_id: otherId, status: 'shown', body: 'A review of Somebody Else.' });
  await makeDailyMetrics(db, otherId, new Date().toISOString().slice(0, 10), { views: 9 });
  const photo = await makePhoto(db, account.id, { listing_id: id });
  files.set(`${photo.name}-640.webp`, Buffer.from('a picture'));
  const { name } = await makePhoto(db, other.id, { listing_id: otherId });
  files.set(`${name}-640.webp`, Buffer.from('a picture of Somebody Else'));
  // Its analytics are none of a free plan.
  const freeId = await api.createListing({ owner_id: account.id, level: 'free' });
  await makeDailyMetrics(db, freeId, new Date().toISOString().slice(0, 10), { views: 8 });
  await makeConversation(db, { listing_id: id, source: 'qr' });
  await makeReview(db, { listing_id: id, stars: 4, status: 'shown', body: 'Fixed the leak the same day.' });
  await makeReview(db, { listing_id: id, stars: 1, body: 'Words that were withheld from visitors.' });
  await makeDailyMetrics(db, id, new Date().toISOString().slice(0, 10), { views: 7 });

  const { headers, texts } = await exportOf(visitor);
  expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' });
  expect(Object.keys(texts)).toEqual([
    'README.txt',
    'account.json',
    'listings.json',
    'listings.csv',
    'leads.csv',
    'reviews.json',
    'reviews.csv',
    'analytics.json',
    'analytics.csv',
    `pictures/${id}-${photo.id}.webp`,
  ]);
  expect(texts[`pictures/${id}-${photo.id}.webp`]).toBe('a picture');
  expect(texts['listings.csv']).toContain('"\'=Golden Hour"');
  expect(texts['leads.csv']?.trim().split('\n')).toHaveLength(2);
  expect(JSON.parse(texts['reviews.json'] ?? '')).toMatchObject([{ stars: 4, text: 'Fixed the leak the same day.' }]);
  expect(JSON.parse(texts['analytics.json'] ?? '')).toMatchObject([{ listingId: id, views: 7 }]);
  const all = Object.values(texts).join('\n');
  expect(all).not.toMatch(/Somebody Else|Words that were|password_hash/);
});

it('The facts of an exported listing, posted again, make the same listing', async () => {
  const form = listingForm({
    hours: { ...(listingForm().hours as object), monday: [{ opens: '09:00', closes: '17:00' }] },
    specialHours: [{ on: '12-25', hours: 'closed' }],
    holidayNote: 'Closed on rainy Sundays',
    languages: ['es'],
    priceNotes: 'From $90',
    yearFounded: 1998,
  });
  const { visitor } = await signIn();
  const first = await sendListingForm(visitor, form);
  expect(first.status, JSON.stringify(first.body)).toBe(201);
  const [exported] = JSON.parse((await exportOf(visitor)).texts['listings.json'] ?? '');

  const other = await signIn();
  const posted = await sendListingForm(other.visitor, exported.form);
  expect(posted.status, JSON.stringify(posted.body)).toBe(201);
  const [again] = JSON.parse((await exportOf(other.visitor)).texts['listings.json'] ?? '');
  expect(again.form).toEqual(exported.form);
});

it('An export needs a recent confirmation of who asks', async () => {
  const { id } = await makeAccount(db, { email_confirmed_at: new Date() });
  const stale = await api.signedInVisitor(id, undefined, { verified_at: new Date(Date.now() - 11 * 60_000) });
  expect(await stale.get('/api/user/export.zip')).toMatchObject({
    ...{ status: 403, body: { code: 'step-up-required' } },
  });
});

it('An export ends when nobody reads it any more', async () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const zip = openZip(stream);
  const added = zip.add('a', [Buffer.alloc(1_000_000, 'x'), Buffer.alloc(1_000_000, 'y')]);
  setImmediate(() => stream.destroy());
  await expect(added).rejects.toThrow('nobody reads the zip any more');
});
