import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListingOverrides, makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { makeClaim, makeListingInvitation } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  for (const table of ['limits', 'listings', 'accounts'] as const) await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1 });
});

const WEBSITE = 'https://www.golden-hour.example/irvine';
const EMAIL = 'ana@golden-hour.example';
const UNPROVEN = 'Your account’s email doesn’t verify this business. Claim it another way, and we’ll review it.';
const NOT_CLAIMABLE = 'This listing can no longer be claimed.';
const MISSING = "The ad you're looking for doesn't exist or has been removed.";
const UNCONFIRMED = 'Confirm your email first. The link is in your inbox.';

/** An account and a listing of which its confirmed email proves a claim, unless something else is said. */
async function makeCase({
  listing,
  ...account
}: Parameters<typeof makeAccount>[1] & { listing?: ListingOverrides } = {}) {
  const { id: accountId } = await makeAccount(db, { email: EMAIL, email_confirmed_at: new Date(), ...account });
  const { id: listingId } = await makeListing(db, { origin: 'open-data', website: WEBSITE, ...listing });
  const visitor = await api.signedInVisitor(accountId);
  return {
    ...{ accountId, listingId, visitor },
    isOffered: async () => (await visitor.get(`/api/ads/${listingId}/claim-proofs`)).body.accountEmail,
    claim: () => visitor.post(`/api/ads/${listingId}/claims/account-email`),
  };
}
type Case = Awaited<ReturnType<typeof makeCase>>;

const findOwnerId = async (id: number) =>
  (await db.selectFrom('listings').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id;

const set = (id: number, values: object) => db.updateTable('listings').set(values).where('id', '=', id).execute();

describe('A confirmed account email at the domain of the website', () => {
  it('makes its account the owner by one click, which declines nobody and is said by email and in the audit log', async () => {
    const email = 'poppy@golden-hour.example';
    const made = await makeCase({ email, listing: { title: 'Poppy Bakery' } });
    const { accountId, listingId, visitor, isOffered, claim } = made;
    expect(await isOffered()).toBe(true);
    const { status, body } = await claim();
    expect([status, body]).toEqual([200, { message: 'The listing is now yours.', listingId }]);
    expect(await findOwnerId(listingId)).toBe(accountId);
    expect((await visitor.get('/api/user/claims')).body).toMatchObject([{ status: 'approved', email: null }]);
    const sent = await api.waitForEmail(email);
    expect(sent.subject).toBe('Your claim of Poppy Bakery was approved');
    const audit = await db
      .selectFrom('audit')
      .selectAll()
      .where('kind', '=', 'claim-approved')
      .where('account_id', '=', accountId)
      .execute();
    expect(audit).toMatchObject([{ account_id: accountId, listing_id: listingId, actor_id: null }]);
    expect(await isOffered()).toBe(false);
    expect((await claim()).body).toEqual({ message: NOT_CLAIMABLE });
  });

  it('approves a claim that waits for the staff', async () => {
    const { accountId, listingId, visitor, claim } = await makeCase();
    const { id } = await makeClaim(db, { account_id: accountId, listing_id: listingId, status: 'waiting' });
    expect((await claim()).status).toBe(200);
    expect((await visitor.get('/api/user/claims')).body).toMatchObject([{ id, status: 'approved' }]);
  });

  it('gives the listing to one of two who click at the same time', async () => {
    const { claim, listingId, accountId } = await makeCase();
    const responses = await Promise.all([claim(), claim()]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await findOwnerId(listingId)).toBe(accountId);
  });

  it('counts as one of the claims of a day', async () => {
    const { accountId, claim } = await makeCase({ listing: { website: 'https://other.example' } });
    for (let i = 0; i < 10; i++) expect((await claim()).status).toBe(409);
    expect([accountId, (await claim()).status]).toEqual([accountId, 429]);
  });
});

const other = async () => (await makeAccount(db, { email_confirmed_at: new Date() })).id;
const claimOfAnother = (status: 'mailed' | 'waiting') => async (made: Case) => {
  await makeClaim(db, { account_id: await other(), listing_id: made.listingId, status });
};
const facts = { website: { by: 'administrator', date: '2026-01' } };

describe('One click is not enough', () => {
  const CASES: Record<
    string,
    {
      made?: Parameters<typeof makeCase>[0];
      before?: (made: Case) => Promise<unknown>;
      status?: number;
      message?: string;
    }
  > = {
    'for an unconfirmed email': { made: { email_confirmed_at: null }, status: 403, message: UNCONFIRMED },
    'at another domain': { made: { email: 'ana@other.example' } },
    'of a freemail provider': { made: { email: 'ana@gmail.com', listing: { website: 'https://gmail.com' } } },
    'of Facebook': { made: { email: 'a@facebook.com', listing: { website: 'https://facebook.com/acme' } } },
    'of a builder of sites': { made: { email: 'a@wixsite.com', listing: { website: 'https://a.wixsite.com' } } },
    'of Google’s sites': { made: { email: 'a@business.site', listing: { website: 'https://acme.business.site' } } },
    'of Yelp': { made: { email: 'a@yelp.com', listing: { website: 'https://yelp.com/biz/acme' } } },
    'of a brand with many offices': { made: { email: 'a@kw.com', listing: { website: 'https://acme.kw.com' } } },
    'at a public suffix': { made: { email: 'a@b.co.uk', listing: { website: 'https://other.co.uk' } } },
    'without a website': { made: { listing: { website: null } } },
    'where the staff entered the website': {
      before: ({ listingId }) => set(listingId, { facts: JSON.stringify(facts) }),
    },
    'where the website changed lately': {
      made: { listing: { website: 'https://old.example' } },
      before: ({ listingId }) => set(listingId, { website: WEBSITE }),
    },
    'where the listing was taken back from the account': {
      before: ({ accountId, listingId }) =>
        makeClaim(db, {
          ...{ account_id: accountId, listing_id: listingId, status: 'declined', reason: 'No' },
          ...{ decided_at: new Date(), taken_back_at: new Date() },
        }),
    },
    'where another claim waits': { before: claimOfAnother('waiting') },
    'where another claimant was sent a link': { before: claimOfAnother('mailed') },
    'where the staff invited somebody else': {
      before: async ({ listingId }) =>
        makeListingInvitation(db, {
          ...{ recipient: 'boss@golden-hour.example', invited_by: 1, role: 'owner', owner_id: null },
          ...{ listing_id: listingId, reason: 'They called' },
        }),
    },
    'where it has an owner': {
      before: async ({ listingId }) => set(listingId, { owner_id: await other() }),
      message: NOT_CLAIMABLE,
    },
    'of a sample': { made: { listing: { origin: 'sample' } }, status: 404, message: MISSING },
    'of a paused listing': {
      before: ({ listingId }) => set(listingId, { status: 'paused' }),
      status: 404,
      message: MISSING,
    },
  };

  it.each(Object.entries(CASES))('%s', async (_what, { made, before, status = 409, message = UNPROVEN }) => {
    const found = await makeCase(made);
    await before?.(found);
    const owner = await findOwnerId(found.listingId);
    expect(await found.isOffered()).toBe(false);
    const refused = await found.claim();
    expect([refused.status, refused.body.message, await findOwnerId(found.listingId)]).toEqual([
      status,
      message,
      owner,
    ]);
    const { rows } = await sql`select 1 from claims where status = 'approved'`.execute(db);
    expect(rows).toEqual([]);
  });

  it.each([
    ['another’s claim was declined', 'declined' as const],
    ['a visitor suggested the phone number', 'phone' as const],
    ['the staff invited the claimant', 'invited' as const],
  ])('is not said where %s', async (_what, kind) => {
    const { listingId, isOffered } = await makeCase();
    if (kind === 'declined')
      await makeClaim(db, {
        ...{
          account_id: await other(),
          listing_id: listingId,
          status: 'declined',
          reason: 'No',
          decided_at: new Date(),
        },
      });
    if (kind === 'phone') await set(listingId, { phone: '(949) 555-0123' });
    if (kind === 'invited')
      await makeListingInvitation(db, {
        ...{ recipient: EMAIL, invited_by: 1, role: 'owner', owner_id: null, listing_id: listingId, reason: 'Called' },
      });
    expect(await isOffered()).toBe(true);
  });
});
