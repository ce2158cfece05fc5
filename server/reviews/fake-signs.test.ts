import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { type FakeSign, HELD_FROM, toScore } from '#contract/reviews/fake-signs.ts';
import { makeAccount, makeListing, makeSession } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
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
const allSigns = (change: Partial<SuspectReview> = {}): Promise<FakeSign[]> =>
  db.transaction().execute((trx) =>
    findFakeSigns(
      trx,
      {
        listingId,
        emailKey: 'ana@mail.example',
        stars: 5,
        text: TEXT,
        network: NETWORK,
        device: null,
        ...change,
      },
      { messageWords: 'casino' },
    ),
  );
/** Those that say more than that nobody knows the author. */
const signs = async (change?: Partial<SuspectReview>) =>
  (await allSigns(change)).filter((sign) => sign !== 'new-person' && sign !== 'first');
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

it('the fourth review of the business within a day', async () => {
  for (let n = 0; n < 2; n++) await makeReview(db, { listing_id: listingId });
  await makeReview(db, { listing_id: listingId, created_at: new Date(Date.now() - 25 * 3_600_000) });
  expect(await signs()).toEqual([]);
  await makeReview(db, { listing_id: listingId });
  expect(await signs()).toEqual(['burst']);
});

it('the tenth review within a week', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (let n = 0; n < 8; n++) await makeReview(db, { listing_id: listingId, created_at: daysAgo(2 + n / 2) });
  await makeReview(db, { listing_id: listingId, created_at: daysAgo(8) });
  expect(await signs()).toEqual([]);
  await makeReview(db, { listing_id: listingId, created_at: daysAgo(6.5) });
  expect(await signs()).toEqual(['burst']);
  expect(await signs({ writtenAt: daysAgo(-1) })).toEqual([]);
});

it('no burst and no campaign where as many come every week', async () => {
  const write = (days: number, stars = 1) =>
    makeReview(db, { listing_id: listingId, stars, created_at: new Date(Date.now() - days * 86_400_000) });
  for (let day = 8; day < 60; day += 7) for (let n = 0; n < 4; n++) await write(day);
  for (let n = 0; n < 9; n++) await write(2 + n / 3);
  // Ten in this week, four in each before.
  expect(await signs({ stars: 1 })).toEqual([]);
  for (let n = 0; n < 4; n++) await write(1.5);
  expect(await signs({ stars: 1 })).toEqual(['burst', 'campaign']);
  expect(await signs({ stars: 5 })).toEqual(['burst']);
});

it('no burst where as many come every day', async () => {
  const write = (days: number) =>
    makeReview(db, { listing_id: listingId, created_at: new Date(Date.now() - days * 86_400_000) });
  for (let day = 8; day < 60; day += 1) for (let n = 0; n < 2; n++) await write(day);
  for (let n = 0; n < 4; n++) await write(0.5);
  expect(await signs()).toEqual([]);
  await write(0.5);
  expect(await signs()).toEqual(['burst']);
});

it('no burst where as many came within eight weeks before this one', async () => {
  const write = (days: number) =>
    makeReview(db, { listing_id: listingId, created_at: new Date(Date.now() - days * 86_400_000) });
  for (let n = 0; n < 80; n++) await write(60);
  for (let n = 0; n < 3; n++) await write(0.5);
  expect(await signs()).toEqual([]);
  await db
    .updateTable('reviews')
    .set({ created_at: new Date(Date.now() - 64 * 86_400_000) })
    .where('created_at', '<', new Date(Date.now() - 50 * 86_400_000))
    .execute();
  expect(await signs()).toEqual(['burst']);
});

it('the fourth bad review within a week', async () => {
  const write = (stars: number, days: number) =>
    makeReview(db, { listing_id: listingId, stars, created_at: new Date(Date.now() - days * 86_400_000) });
  await write(1, 6);
  await write(2, 3);
  await write(3, 2);
  await write(1, 8);
  expect(await signs({ stars: 1 })).toEqual([]);
  await write(1, 2);
  expect(await signs({ stars: 2 })).toEqual(['campaign']);
  expect(await signs({ stars: 3 })).toEqual([]);
});

it('the network and a browser of the business, of its owner and who helps', async () => {
  const helper = await makeAccount(db);
  await sql`insert into listing_members (owner_id, account_id, role, recipient) values (${ownerId}, ${helper.id}, 'viewer', 'helper')`.execute(
    db,
  );
  for (const accountId of [ownerId, helper.id]) {
    const device = randomBytes(32);
    await makeSession(db, accountId, { network: '192.0.2.0/24' });
    await sql`insert into known_devices (account_id, token_hash) values (${accountId}, ${device})`.execute(db);
    expect(await signs({ network: '192.0.2.0/24', device })).toEqual(['own-network', 'own-device']);
    expect(await signs({ network: '192.0.3.0/24', device: randomBytes(32) })).toEqual([]);
    await db.deleteFrom('sessions').execute();
  }
});

it('another person in the same browser, also for another business', async () => {
  const device = randomBytes(32);
  await makeReview(db, { listing_id: await otherListing(), device, email_key: 'ana@mail.example' });
  expect(await signs({ device })).toEqual([]);
  await makeReview(db, { listing_id: await otherListing(), device });
  expect(await signs({ device })).toEqual(['one-device']);
});

it('links and words', async () => {
  expect(await signs({ text: `${TEXT} Look at https://shop.example/` })).toEqual(['link']);
  expect(await signs({ text: `${TEXT} It has a Casino.` })).toEqual(['word']);
});

it('that nobody knows the person, whose first review a person reads', async () => {
  expect(await allSigns()).toEqual(['first', 'new-person']);
  expect(toScore(['first'])).toBe(HELD_FROM);
  const other = await makeReview(db, { listing_id: await otherListing(), email_key: 'ana@mail.example', stars: 3 });
  expect(await allSigns()).toEqual(['first', 'new-person']);
  const showFor = (days: number) =>
    db
      .updateTable('reviews')
      .set({ status: 'shown', published_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', other.id)
      .execute();
  await showFor(13);
  expect(await allSigns()).toEqual(['first', 'new-person']);
  await showFor(14);
  expect(await allSigns()).toEqual(['new-person']);
  await makeConversation(db, {
    listing_id: listingId,
    customer_email_key: 'ana@mail.example',
    created_at: new Date(Date.now() - 3 * 86_400_000),
  });
  expect(await allSigns()).toEqual([]);
  await db
    .updateTable('reviews')
    .set({ status: 'withheld', withheld_rule: 'insult', withheld_reason: 'An insult.' })
    .execute();
  expect(await allSigns()).toEqual(['withheld-before', 'first']);
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
  expect(await signs()).toEqual(['owner']);
  await makeReview(db, { listing_id: own.id, author_id: ownerId });
  expect(await signs()).toEqual(['ring', 'owner']);
});

it('are stored with the review and shown to the staff; the network is forgotten after 90 days', async () => {
  await makeAccount(db, { id: 1, username: 'admin', email: null });
  const signed = await makeReview(db, {
    listing_id: listingId,
    fake_signs: ['burst'],
    network: NETWORK,
    device: randomBytes(32),
  });
  const staff = await api.signedInVisitor(1);
  expect((await staff.get('/api/admin/reviews')).body).toMatchObject([{ id: signed.id, signs: ['burst'] }]);
  const network = async () => {
    const row = await db.selectFrom('reviews').select(['network', 'device']).executeTakeFirstOrThrow();
    return [row.network, row.device === null];
  };
  const age = (days: number) =>
    db
      .updateTable('reviews')
      .set({ created_at: new Date(Date.now() - days * 86_400_000) })
      .execute();
  await age(89);
  await forgetReviewNetworks(db);
  expect(await network()).toEqual([NETWORK, false]);
  await age(91);
  await forgetReviewNetworks(db);
  expect(await network()).toEqual([null, true]);
});
