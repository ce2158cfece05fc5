import { afterAll, beforeEach, expect, it } from 'vitest';
import type { FakeSign } from '#contract/reviews/fake-signs.ts';
import { createListeningApi } from '../../tests/support/app-instance.ts';
import { makeReview } from '../seed/conversation-factories.ts';
import { makeAccount, makeListing } from '../seed/factories.ts';
import { findFakeSigns, forgetReviewNetworks, type SuspectReview } from './fake-signs.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

let ownerId: number;
let listingId: number;
beforeEach(async () => {
  for (const table of ['reviews', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  ownerId = (await makeAccount(db)).id;
  listingId = (await makeListing(db, { owner_id: ownerId })).id;
});

const TEXT = 'They came the same day, and the heater works again. The price was what they had said on the phone.';
const NETWORK = '203.0.113.0/24';
const signs = (change: Partial<SuspectReview> = {}): Promise<FakeSign[]> =>
  db.transaction().execute((trx) =>
    findFakeSigns(trx, {
      listingId,
      emailKey: 'ana@mail.example',
      stars: 5,
      text: TEXT,
      network: NETWORK,
      ...change,
    }),
  );
const otherListing = async () => (await makeListing(db)).id;

it('none for a first review', async () => {
  expect(await signs()).toEqual([]);
  expect(await signs({ network: null })).toEqual([]);
});

it('a network of another review of the business, not of the own one that is changed', async () => {
  await makeReview(db, { listing_id: listingId, network: NETWORK, email_key: 'ana@mail.example', body: TEXT });
  await makeReview(db, { listing_id: await otherListing(), network: NETWORK });
  expect(await signs()).toEqual([]);
  await makeReview(db, { listing_id: listingId, network: NETWORK });
  expect(await signs()).toEqual(['one-network']);
});

it('a text that is much like another', async () => {
  await makeReview(db, { listing_id: await otherListing(), body: TEXT.replace('heater', 'boiler') });
  expect(await signs()).toEqual(['copied']);
  expect(await signs({ text: 'Friendly people, fair price, and they swept the floor before they left.' })).toEqual([]);
});

it('the fifth review of the business within a day', async () => {
  for (let n = 0; n < 3; n++) await makeReview(db, { listing_id: listingId });
  await makeReview(db, { listing_id: listingId, created_at: new Date(Date.now() - 25 * 3_600_000) });
  expect(await signs()).toEqual([]);
  await makeReview(db, { listing_id: listingId });
  expect(await signs()).toEqual(['burst']);
});

it('four reviews by one person with the same stars', async () => {
  const write = async (stars: number) =>
    makeReview(db, { listing_id: await otherListing(), email_key: 'ana@mail.example', stars });
  for (let n = 0; n < 2; n++) await write(5);
  expect(await signs()).toEqual([]);
  await write(5);
  expect(await signs()).toEqual(['one-sided']);
  expect(await signs({ stars: 4 })).toEqual([]);
  await write(3);
  expect(await signs()).toEqual([]);
});

it('two businesses that review each other', async () => {
  const author = await makeAccount(db, { email: 'ana@mail.example', email_key: 'ana@mail.example' });
  const own = await makeListing(db, { owner_id: author.id });
  await makeReview(db, { listing_id: own.id });
  expect(await signs()).toEqual([]);
  await makeReview(db, { listing_id: own.id, author_id: ownerId });
  expect(await signs()).toEqual(['ring']);
});

it('are stored with the review and shown to the staff; the network is forgotten after 90 days', async () => {
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  const signed = await makeReview(db, { listing_id: listingId, fake_signs: ['burst'], network: NETWORK });
  const staff = await api.signedInVisitor(1);
  expect((await staff.get('/api/admin/reviews')).body).toMatchObject([{ id: signed.id, signs: ['burst'] }]);
  const network = async () => (await db.selectFrom('reviews').select('network').executeTakeFirstOrThrow()).network;
  const age = (days: number) =>
    db
      .updateTable('reviews')
      .set({ created_at: new Date(Date.now() - days * 86_400_000) })
      .execute();
  await age(89);
  await forgetReviewNetworks(db);
  expect(await network()).toBe(NETWORK);
  await age(91);
  await forgetReviewNetworks(db);
  expect(await network()).toBeNull();
});
