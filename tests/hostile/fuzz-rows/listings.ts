import { randomUUID } from 'node:crypto';
import { mergeListings } from '#server/admin/desk/pairs.ts';
import { describeChange } from '#server/listings/versions/describe-change.ts';
import { makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { makeHoursFeed } from '#tests/fixtures/hours-feed-factories.ts';
import { makeClaim, makeListingInvitation } from '#tests/fixtures/ownership-factories.ts';
import type { FuzzAccounts } from './people.ts';
import type { TestApi } from './rows.ts';
import { toIds } from './to-ids.ts';

/** Enough for a few listings: each picture belongs to one. */
const PHOTOS = 12;

const REVIEW = { quote: 'They came the same day.', author: 'Maria L.', relationship: 'none', attested: true };

/** What fits together in the form of a listing. */
const FORM = {
  review: [REVIEW, REVIEW, { ...REVIEW, relationship: 'employed' }],
  zipCode: ['92614'],
  pin: [{ lat: 33.68, lng: -117.83 }],
  yearFounded: [1998, 2015, 2100],
  state: ['CA', 'CA', 'CA', 'Nevada'],
  website: ['https://golden-hour.example/', ''],
};
const WITHOUT_PICTURES = { logo: [null], photos: [[]] };

/** Listings in every state, their pictures, claims, reports, suggestions and versions, and what is known of pairs of them. */
export async function createListings(api: TestApi, accounts: FuzzAccounts) {
  const { db } = api;
  const { owner, other } = accounts;
  const own = { owner_id: owner.id, email: 'hello@golden-hour.example' };
  const listings = [
    await makeListing(db, own),
    await makeListing(db, { ...own, title: 'Golden Hour Drains' }),
    await makeListing(db, { ...own, status: 'draft' }),
    await makeListing(db, { ...own, status: 'paused' }),
    await makeListing(db, { ...own, status: 'waiting' }),
    await makeListing(db, { ...own, status: 'deleted' }),
    await makeListing(db, { ...own, expires_at: new Date(Date.now() + 86_400_000) }),
    await makeListing(db, { owner_id: other.id, status: 'hidden' }),
    await makeListing(db, { owner_id: other.id }),
    await makeListing(db, { origin: 'open-data', website: 'https://golden-hour.example/' }),
    await makeListing(db, { origin: 'open-data' }),
    await makeListing(db, { origin: 'open-data' }),
  ].map(({ id }) => id);
  const [premiumId = 0, ownId = 0] = listings;
  const unclaimed = listings.slice(-3);
  const photos = await Promise.all(Array.from({ length: PHOTOS }, () => makePhoto(db, owner.id)));
  photos.push(await makePhoto(db, other.id));
  const claims = [
    await makeClaim(db, { account_id: owner.id, listing_id: unclaimed[0] as number }),
    await makeClaim(db, { account_id: other.id, listing_id: unclaimed[1] as number, status: 'waiting' }),
  ];
  for (const listing_id of listings.slice(0, 2)) await makeHoursFeed(db, { listing_id, owner_id: owner.id });
  const [draft, paused, waiting, deleted] = listings.slice(2) as [number, number, number, number];
  const [hidden = 0, foreign = 0] = listings.slice(7);
  const feedback = await createFeedback(api, accounts, { ownId, premiumId });
  const pairs = await createPairs(api, accounts, { ownId, unclaimed });
  return {
    ids: {
      ...{ listings, photos: toIds(photos), claims: toIds(claims), ...feedback, ...pairs.ids },
      ...{ drafts: [draft, ownId], paused: [paused, ownId], waiting: [waiting, ownId] },
      ...{ deleted: [deleted, ownId], hidden: [hidden, ownId], changed: [ownId, premiumId] },
      objectionable: [premiumId, premiumId, ownId],
    },
    tokens: { '/api/claims': [claims[0]?.token] },
    examples: [
      ...pairs.examples,
      ...['/api/user/ads', '/api/ads', '/api/drafts'].map((start) => [start, FORM] as const),
      ['/api/user/ads/{id}/changes/', { number: [1, 1, 2] }],
      ['/api/admin/ads/{id}/versions/', { number: [0, 0, 1], revision: [1] }],
      ['/api/create-payment-intent', { ...FORM, listingId: [ownId, premiumId], timesPaid: [0], amountCents: [2999] }],
      [
        '/api/quotes',
        { near: ['92614', 'Irvine', 'Atlantis'], answers: [{}], listings: [[foreign], [foreign, ownId]] },
      ],
      ['/api/user/invitations', { recipient: ['new@mail.example', other.username, owner.username] }],
    ] as const,
  };
}

async function createFeedback(
  { db }: TestApi,
  { owner, administrator }: FuzzAccounts,
  { ownId, premiumId }: { ownId: number; premiumId: number },
) {
  const reports = await db
    .insertInto('reports')
    .values([
      { listing_id: ownId, reason: 'closed' },
      { listing_id: premiumId, reason: 'other', text: 'Wrong phone' },
    ])
    .returning('id')
    .execute();
  const suggestedEdits = await db
    .insertInto('suggested_edits')
    .values([
      { listing_id: ownId, kind: 'phone', value: '(949) 555-0123' },
      { listing_id: premiumId, kind: 'closed' },
    ])
    .returning('id')
    .execute();
  await db.transaction().execute(async (trx) => {
    await describeChange(trx, { kind: 'edit', accountId: administrator.id, role: 'administrator', reason: 'Wrong' });
    await trx.updateTable('listings').set({ phone: '(949) 555-0177' }).where('id', 'in', [ownId, premiumId]).execute();
  });
  const objections = await db
    .insertInto('listing_objections')
    .values([
      { listing_id: ownId, number: 1, account_id: owner.id, text: 'It is our number' },
      { listing_id: premiumId, number: 9, account_id: owner.id },
    ])
    .returning('id')
    .execute();
  return { reports: toIds(reports), suggestedEdits: toIds(suggestedEdits), objections: toIds(objections) };
}

/** Pairs that may be one business, one that was merged, a listing with a row of an import, and one that is offered to somebody. */
async function createPairs(
  { db }: TestApi,
  { administrator }: FuzzAccounts,
  { ownId, unclaimed }: { ownId: number; unclaimed: number[] },
) {
  const [, second, third] = unclaimed as [number, number, number];
  const matches = await db
    .insertInto('doubtful_pairs')
    .values([
      { listing_id: second, other_id: third, score: 5 },
      { listing_id: ownId, other_id: second, score: 4, verdict: 'different', decided_at: new Date() },
    ])
    .returning('id')
    .execute();
  const merged: [number, number] = [
    (await makeListing(db, { origin: 'open-data' })).id,
    (await makeListing(db, { origin: 'open-data' })).id,
  ];
  await mergeListings(db, { ids: merged, keep: merged[0], by: administrator.id });
  const { category_id, top_category_id, place_id, county_id, location_id } = await makeListing(db, {
    origin: 'open-data',
  });
  const row = { source: 'Permits', source_id: randomUUID() };
  const draft = {
    ...{ ...row, title: 'Golden Hour Pipes', business_name: 'Golden Hour Pipes' },
    description: 'Pipes, fitted and mended.',
    ...{ address: '12 Main St', city: 'Irvine', zip: '92614', place_id, county_id, location_id },
    ...{ phone: null, email: null, website: null, lat: null, lng: null, point_source: null, hours: null },
    ...{ category_id, top_category_id },
  };
  const merging = { draft: JSON.stringify(draft), taken: '{}', origin: 'import', score: 7 } as const;
  await db
    .insertInto('merged_rows')
    .values({ ...row, ...merging, listing_id: second })
    .execute();
  const offered = (await makeListing(db, { origin: 'open-data' })).id;
  await makeListingInvitation(db, {
    ...{ recipient: 'new-owner@mail.example', invited_by: administrator.id },
    ...{ role: 'owner', owner_id: null, listing_id: offered, reason: 'Asked us by phone' },
  });
  return {
    ids: {
      matches: toIds(matches),
      unclaimed: [second, third],
      merged,
      offered: [offered, third],
      rowOwners: [second],
    },
    examples: [
      ['/api/admin/ads/{id}/part', { other: merged }],
      ['/api/admin/ads/{id}/rows/', { source: [row.source], sourceId: [row.source_id] }],
      ['/api/admin/ads/', { other: [second, third], keep: [second, third] }],
      ['/api/admin/ads', { ...FORM, ...WITHOUT_PICTURES }],
    ] as const,
  };
}
