// Long because it is two tables: every decision of the staff with its own and another's case, and everything that undoes one.

import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hasPermission, type Permission, ROLES, type Role } from '#contract/admin/roles.ts';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { makeConversation, makeReview } from '#tests/fixtures/conversation-factories.ts';
import { makeClaim, makeListingMember } from '#tests/fixtures/ownership-factories.ts';
import { createTestApi, type Method, type Visitor } from '#tests/support/api.ts';
import { confirmPaymentIntent, createPaymentIntent, makeCoupon } from '#tests/support/payments.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

beforeEach(async () => {
  for (const table of ['limits', 'doubtful_pairs', 'conversations', 'listings', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  await makeAccount(db, { id: 1 });
});

const OWN = 'This is your own case, so somebody else on the team has to decide.';
const HIGHER = 'Somebody with a higher role decided this, so only that role can change it.';
const REASON = { reason: 'It is about this test.' };

type Send = [Method, string, object?];
const post = (path: string, body: object = {}): Send => ['POST', `/api/admin/${path}`, body];

/** Sends a request; 403 with the message also where a bulk action says it of the listing. */
async function send(visitor: Visitor, [method, path, body]: Send): Promise<[status: number, message: string | null]> {
  const response = await visitor.send(method, path, body);
  const [result] = response.body?.results ?? [];
  if (result) return [result.done ? 200 : 403, result.message];
  return [response.status, response.status < 400 ? null : response.body.message];
}

const ownedBy = (id: number, columns: object = {}) => makeListing(db, { owner_id: id, ...columns });
const unclaimed = (columns: object = {}) => makeListing(db, { origin: 'open-data', ...columns });
const insertId = async (query: { execute(): Promise<{ id: number }[]> }) => (await query.execute())[0]?.id as number;

async function makePaid(accountId: number, listingId?: number): Promise<number> {
  const visitor = await api.signedInVisitor(accountId);
  const intent = await createPaymentIntent(visitor, { plan: 'monthly', listingId });
  await confirmPaymentIntent(visitor, intent);
  await visitor.get(`/api/user/payment-intents/${intent.intentId}`);
  return (await visitor.get('/api/user/payments')).body[0].id;
}

const makePair = async (first: number, second: number) =>
  insertId(
    db
      .insertInto('doubtful_pairs')
      .values({ listing_id: Math.min(first, second), other_id: Math.max(first, second), score: 4 })
      .returning('id'),
  );

async function edit(by: Visitor, id: number, phone: string) {
  const { body } = await by.get(`/api/admin/ads/${id}`);
  return send(by, ['PATCH', `/api/admin/ads/${id}`, { changes: { phone }, revision: body.revision, ...REASON }]);
}

const revisionOf = async (id: number) =>
  (
    await db
      .selectFrom('listing_versions')
      .select('number')
      .where('listing_id', '=', id)
      .orderBy('number', 'desc')
      .executeTakeFirst()
  )?.number ?? 0;

const waitingReview = async (listingId: number, columns: object = {}) =>
  (await makeReview(db, { listing_id: listingId, ...columns })).id;
const refundRequest = (payment_id: number) =>
  db.insertInto('refund_requests').values({ payment_id, reason: 'Closed' }).execute();
const WITHHOLD = { rule: 'insult', reason: 'It insults the plumber.' };

/** A decision: the permission that it needs, and the request for a case of an account. */
interface DecisionCase {
  permission: Permission;
  request: (accountId: number) => Promise<Send>;
  /** Whether nobody ever decides on it alone. */
  isMoney?: boolean;
}

const CASES: Record<string, DecisionCase> = {
  'approve a claim': {
    permission: 'claims',
    request: async (account_id) =>
      post(
        `claims/${(await makeClaim(db, { account_id, listing_id: (await unclaimed()).id, status: 'waiting' })).id}/approve`,
      ),
  },
  'decline a claim': {
    permission: 'claims',
    request: async (account_id) =>
      post(
        `claims/${(await makeClaim(db, { account_id, listing_id: (await unclaimed()).id, status: 'waiting' })).id}/decline`,
        REASON,
      ),
  },
  'take a claimed listing back': {
    permission: 'ownership',
    request: async (id) => post(`ads/${(await unclaimed({ owner_id: id })).id}/take-back`, REASON),
  },
  'offer a listing by email': {
    permission: 'listings',
    request: async (id) => {
      const { email } = await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow();
      return post(`ads/${(await unclaimed()).id}/offer`, { email: email, ...REASON });
    },
  },
  'close a report that one made': {
    permission: 'reports',
    request: async (reporter_id) =>
      post(
        `reports/${await insertId(
          db
            .insertInto('reports')
            .values({ listing_id: (await makeListing(db)).id, reporter_id, reason: 'spam' })
            .returning('id'),
        )}/close`,
      ),
  },
  'close a report of one’s listing': {
    permission: 'reports',
    request: async (id) =>
      post(
        `reports/${await insertId(
          db
            .insertInto('reports')
            .values({ listing_id: (await ownedBy(id)).id, reason: 'spam' })
            .returning('id'),
        )}/close`,
      ),
  },
  'accept an edit that one suggested': {
    permission: 'reports',
    request: async (account_id) =>
      post(
        `suggested-edits/${await insertId(
          db
            .insertInto('suggested_edits')
            .values({ listing_id: (await makeListing(db)).id, account_id, kind: 'phone', value: '(949) 555-0177' })
            .returning('id'),
        )}/accept`,
      ),
  },
  'dismiss an edit of one’s listing': {
    permission: 'reports',
    request: async (id) =>
      post(
        `suggested-edits/${await insertId(
          db
            .insertInto('suggested_edits')
            .values({ listing_id: (await ownedBy(id)).id, kind: 'phone', value: '(949) 555-0177' })
            .returning('id'),
        )}/dismiss`,
      ),
  },
  'hide a listing': {
    permission: 'listings',
    request: async (id) => post(`ads/${(await ownedBy(id)).id}/hide`, REASON),
  },
  'hide a listing that one reported': {
    permission: 'listings',
    request: async (reporter_id) => {
      const { id } = await makeListing(db);
      await db.insertInto('reports').values({ listing_id: id, reporter_id, reason: 'spam' }).execute();
      return post(`ads/${id}/hide`, REASON);
    },
  },
  'hide a listing that one said is closed': {
    permission: 'listings',
    request: async (account_id) => {
      const { id } = await makeListing(db);
      await db.insertInto('suggested_edits').values({ listing_id: id, account_id, kind: 'closed' }).execute();
      return post(`ads/${id}/hide`, REASON);
    },
  },
  'hide a listing that one helps with': {
    permission: 'listings',
    request: async (account_id) => {
      const { id, owner_id } = await makeListing(db);
      await makeListingMember(db, { owner_id: owner_id as number, account_id, role: 'viewer' });
      return post(`ads/${id}/hide`, REASON);
    },
  },
  'show a listing': {
    permission: 'listings',
    request: async (id) => post(`ads/${(await ownedBy(id, { status: 'hidden' })).id}/show`),
  },
  'hide listings': {
    permission: 'listings',
    request: async (id) => post('ads/hide', { ids: [(await ownedBy(id)).id], dryRun: false, ...REASON }),
  },
  'delete listings': {
    permission: 'listings',
    request: async (id) => post('ads/delete', { ids: [(await ownedBy(id)).id], dryRun: false, ...REASON }),
  },
  'put listings in another category': {
    permission: 'listings',
    request: async (id) =>
      post('ads/recategorize', { ids: [(await ownedBy(id)).id], category: 'electricians', dryRun: false, ...REASON }),
  },
  'move listings to another city': {
    permission: 'listings',
    request: async (id) =>
      post('ads/move', { ids: [(await ownedBy(id)).id], place: 'tustin', dryRun: false, ...REASON }),
  },
  'approve a listing': {
    permission: 'listings',
    request: async (id) => post(`ads/${(await ownedBy(id, { status: 'waiting' })).id}/approve`, { version: 1 }),
  },
  'decline a listing': {
    permission: 'listings',
    request: async (id) =>
      post(`ads/${(await ownedBy(id, { status: 'waiting' })).id}/decline`, { version: 1, ...REASON }),
  },
  'correct a listing': {
    permission: 'listings',
    request: async (id) => [
      'PATCH',
      `/api/admin/ads/${(await ownedBy(id)).id}`,
      { changes: { phone: '(949) 555-0177' }, revision: 0, ...REASON },
    ],
  },
  'restore a version': {
    permission: 'listings',
    request: async (id) => {
      const listing = await ownedBy(id);
      await db.updateTable('listings').set({ phone: '(949) 555-0188' }).where('id', '=', listing.id).execute();
      return post(`ads/${listing.id}/versions/0/restore`, { revision: 1, ...REASON });
    },
  },
  'answer an objection that one made': {
    permission: 'listings',
    request: async (id) =>
      post(`objections/${await makeObjection(await ownedBy(id), await makeAccount(db))}/keep`, {
        answer: 'It is right.',
      }),
  },
  'answer an objection to one’s change': {
    permission: 'listings',
    request: async (id) =>
      post(`objections/${await makeObjection(await makeListing(db), { id })}/restore`, { answer: 'It was wrong.' }),
  },
  'merge listings': {
    permission: 'listings',
    request: async (id) => {
      const [own, other] = [await ownedBy(id), await unclaimed()];
      return post(`ads/${own.id}/merge`, { other: other.id, keep: own.id });
    },
  },
  'decide a pair of listings': {
    permission: 'listings',
    request: async (id) => post(`matches/${await makePair((await ownedBy(id)).id, (await unclaimed()).id)}/different`),
  },
  'show a review that one wrote': {
    permission: 'reviews',
    request: async (author_id) =>
      post(`reviews/${await waitingReview((await makeListing(db)).id, { author_id })}/show`),
  },
  'withhold a review of one’s listing': {
    permission: 'reviews',
    request: async (id) => post(`reviews/${await waitingReview((await ownedBy(id)).id)}/withhold`, WITHHOLD),
  },
  'decide on an appeal against one’s decision': {
    permission: 'reviews',
    request: async (decided_by) => post(`reviews/${await makeAppeal(decided_by)}/show`),
  },
  'pass on a message that one wrote': {
    permission: 'messages',
    request: async (customer_id) =>
      post(
        `conversations/${(await makeConversation(db, { listing_id: (await makeListing(db)).id, customer_id, status: 'held' })).id}/approve`,
        REASON,
      ),
  },
  'withhold a message to one’s business': {
    permission: 'messages',
    request: async (id) =>
      post(
        `conversations/${(await makeConversation(db, { listing_id: (await ownedBy(id)).id, status: 'held' })).id}/withhold`,
        REASON,
      ),
  },
  'stop a conversation of one’s business': {
    permission: 'messages',
    request: async (id) => post(`conversations/${await makeReported((await ownedBy(id)).id)}/stop`, REASON),
  },
  'close a report of one’s conversation': {
    permission: 'messages',
    request: async (id) => post(`conversations/${await makeReported((await ownedBy(id)).id)}/dismiss`, REASON),
  },
  'refund one’s payment': {
    permission: 'payments',
    isMoney: true,
    request: async (id) => post(`payments/${await makePaid(id)}/refunds`, { endsLevel: true, ...REASON }),
  },
  'refund a payment for a listing that one helps with': {
    permission: 'payments',
    isMoney: true,
    request: async (account_id) => {
      const { id, owner_id } = await makeListing(db);
      await makeListingMember(db, { owner_id: owner_id as number, account_id });
      return post(`payments/${await makePaid(owner_id as number, id)}/refunds`, { endsLevel: true, ...REASON });
    },
  },
  'decline the refund of one’s payment': {
    permission: 'payments',
    request: async (id) => {
      const payment = await makePaid(id);
      await refundRequest(payment);
      return post(`payments/${payment}/decline-refund`, { answer: 'It is used.' });
    },
  },
  'give credits': {
    permission: 'payments',
    isMoney: true,
    request: async (id) => {
      const { username } = await db
        .selectFrom('accounts')
        .select('username')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return post('gift-credits', { username, plan: 'monthly', count: 1, ...REASON });
    },
  },
  'take a credit back': {
    permission: 'payments',
    request: async (id) => post(`gift-credits/${await makeGift(id, null)}/take-back`, REASON),
  },
};

async function makeObjection(listing: { id: number; owner_id: number | null }, by: { id: number }) {
  await sql`
    insert into listing_versions (listing_id, number, kind, account_id, role, owner_id, reason, before, after, transaction_id)
    values (${listing.id}, 1, 'edit', ${by.id}, 'moderator', ${listing.owner_id}, 'x', '{"phone": "(949) 555-0111"}', '{"phone": "(949) 555-0100"}', 1)`.execute(
    db,
  );
  return insertId(
    db
      .insertInto('listing_objections')
      .values({ listing_id: listing.id, number: 1, account_id: listing.owner_id as number })
      .returning('id'),
  );
}

async function makeAppeal(decided_by: number) {
  const { id } = await makeListing(db);
  return waitingReview(id, {
    ...{ status: 'withheld', withheld_rule: 'insult', withheld_reason: 'x', decided_by, decided_at: new Date() },
    ...{ appealed_at: new Date(), appeal_text: 'No.' },
  });
}

const makeReported = async (listing_id: number) =>
  (await makeConversation(db, { listing_id, reported_by: 'customer', reported_at: new Date() })).id;

async function makeGift(account_id: number, given_by: number | null) {
  const id = await insertId(
    db
      .insertInto('payments')
      .values({
        ...{ mode: 'simulated', account_id, username: 'x', plan: 'monthly', level: 'premium', months: 1 },
        ...{ amount_cents: 0, is_gift: true, status: 'paid', paid_at: new Date() },
      } as never)
      .returning('id'),
  );
  await db.insertInto('gift_credits').values({ payment_id: id, reason: 'x', given_by }).execute();
  return id;
}

describe.each(Object.entries(CASES))('To %s', (_what, { permission, request, isMoney = false }) => {
  const roles = ROLES.filter((role) => hasPermission(role, permission));

  it.each(roles)('is refused to a %s in their own case, and allowed in another’s', async (role) => {
    const staff = await makeStaff(db, role);
    const visitor = await api.signedInVisitor(staff.id);
    expect(await send(visitor, await request(staff.id))).toEqual([403, OWN]);
    const [status, message] = await send(visitor, await request((await makeAccount(db)).id));
    expect([Math.floor(status / 100), message]).toEqual([2, null]);
  });

  it(`is ${isMoney ? 'refused to account 1' : 'allowed to account 1 while nobody else can, and the audit log says so'}`, async () => {
    const visitor = await api.signedInVisitor(1);
    const [status, message] = await send(visitor, await request(1));
    if (isMoney) return expect([status, message]).toEqual([403, OWN]);
    expect([Math.floor(status / 100), message]).toEqual([2, null]);
    const [entry] = (await visitor.get('/api/admin/audit?limit=1')).body;
    expect(entry).toMatchObject({ actorId: 1, after: { ownCase: true } });
    const colleague = await makeStaff(db, 'administrator');
    expect(await send(visitor, await request(1))).toEqual([403, OWN]);
    // Who cannot sign in is no colleague.
    await db
      .updateTable('accounts')
      .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'x' })
      .where('id', '=', colleague.id)
      .execute();
    expect((await send(visitor, await request(1)))[1]).toBeNull();
  });
});

/** What undoes a decision: the decision by somebody, and the request that undoes it. */
interface UndoCase {
  lower: Role;
  decide: (by: Visitor, accountId: number) => Promise<() => Promise<Send>>;
}

async function bulk(by: Visitor, kind: 'hide' | 'delete' | 'recategorize', body: object = {}) {
  const { id } = await makeListing(db);
  const response = await by.send('POST', `/api/admin/ads/${kind}`, { ids: [id], dryRun: false, ...REASON, ...body });
  return { id, action: response.body.actionId as number };
}

const must = async (by: Visitor, request: Send) => expect((await send(by, request))[1]).toBeNull();

const UNDOS: Record<string, UndoCase> = {
  'showing a hidden listing': {
    lower: 'moderator',
    decide: async (by) => {
      const { id } = await makeListing(db);
      await must(by, post(`ads/${id}/hide`, REASON));
      return async () => post(`ads/${id}/show`);
    },
  },
  'showing several': {
    lower: 'moderator',
    decide: async (by) => {
      const { id } = await makeListing(db);
      await must(by, post(`ads/${id}/hide`, REASON));
      return async () => post('ads/show', { ids: [id], dryRun: false });
    },
  },
  'hiding a listing that was shown again': {
    lower: 'moderator',
    decide: async (by) => {
      const { id } = await makeListing(db, { status: 'hidden' });
      await must(by, post(`ads/${id}/show`));
      return async () => post(`ads/${id}/hide`, REASON);
    },
  },
  'deleting a listing that was shown again': {
    lower: 'moderator',
    decide: async (by) => {
      const { id } = await makeListing(db, { status: 'hidden' });
      await must(by, post(`ads/${id}/show`));
      return async () => post('ads/delete', { ids: [id], dryRun: false, ...REASON });
    },
  },
  'showing a declined listing': {
    lower: 'moderator',
    decide: async (by) => {
      const { id } = await makeListing(db, { status: 'waiting' });
      await must(by, post(`ads/${id}/decline`, { version: 1, ...REASON }));
      return async () => post(`ads/${id}/show`);
    },
  },
  'undoing a bulk action that hid listings': {
    lower: 'moderator',
    decide: async (by) => {
      const { action } = await bulk(by, 'hide');
      return async () => post(`bulk-actions/${action}/undo`);
    },
  },
  'undoing a bulk action that deleted listings': {
    lower: 'moderator',
    decide: async (by) => {
      const { action } = await bulk(by, 'delete');
      return async () => post(`bulk-actions/${action}/undo`);
    },
  },
  'undoing a bulk action that moved them to a category': {
    lower: 'moderator',
    decide: async (by) => {
      const { action } = await bulk(by, 'recategorize', { category: 'electricians' });
      return async () => post(`bulk-actions/${action}/undo`);
    },
  },
  'restoring the version before a correction': {
    lower: 'moderator',
    decide: async (by) => {
      const { id } = await makeListing(db);
      expect((await edit(by, id, '(949) 555-0177'))[1]).toBeNull();
      return async () => post(`ads/${id}/versions/0/restore`, { revision: await revisionOf(id), ...REASON });
    },
  },
  'correcting a field back': {
    lower: 'moderator',
    decide: async (by) => {
      const { id } = await makeListing(db);
      expect((await edit(by, id, '(949) 555-0177'))[1]).toBeNull();
      return async () => [
        'PATCH',
        `/api/admin/ads/${id}`,
        { changes: { phone: '(949) 555-0100' }, revision: await revisionOf(id), ...REASON },
      ];
    },
  },
  'taking a change back to which its owner objects': {
    lower: 'moderator',
    decide: async (by) => {
      const { id, owner_id } = await makeListing(db);
      expect((await edit(by, id, '(949) 555-0177'))[1]).toBeNull();
      await (await api.signedInVisitor(owner_id as number)).post(`/api/user/ads/${id}/changes/1/object`, {
        text: 'No',
      });
      const objection = await db
        .selectFrom('listing_objections')
        .select('id')
        .where('listing_id', '=', id)
        .executeTakeFirstOrThrow();
      return async () => post(`objections/${objection.id}/restore`, { answer: 'It was wrong.' });
    },
  },
  'showing a hidden listing again to which its owner objects': {
    lower: 'moderator',
    decide: async (by) => {
      const { id, owner_id } = await makeListing(db);
      await must(by, post(`ads/${id}/hide`, REASON));
      await (await api.signedInVisitor(owner_id as number)).post(`/api/user/ads/${id}/changes/0/object`, {
        text: 'No',
      });
      const { body } = await (await api.signedInVisitor(1)).get('/api/admin/objections');
      const objection = body.find(({ listing }: { listing: { id: number } }) => listing.id === id);
      return async () => post(`objections/${objection.id}/restore`, { answer: 'It was wrong.' });
    },
  },
  'parting merged listings': {
    lower: 'moderator',
    decide: async (by) => {
      const [first, second] = [await unclaimed(), await unclaimed()];
      await must(by, post(`ads/${first.id}/merge`, { other: second.id, keep: first.id }));
      return async () => post(`ads/${first.id}/part`, { other: second.id });
    },
  },
  'opening a decided pair again': {
    lower: 'moderator',
    decide: async (by) => {
      const pair = await makePair((await unclaimed()).id, (await unclaimed()).id);
      await must(by, post(`matches/${pair}/different`));
      return async () => post(`matches/${pair}/undo`);
    },
  },
  'merging what was said to be two businesses': {
    lower: 'moderator',
    decide: async (by) => {
      const [first, second] = [await unclaimed(), await unclaimed()];
      await must(by, post(`ads/${first.id}/separate`, { other: second.id }));
      return async () => post(`ads/${first.id}/merge`, { other: second.id, keep: first.id });
    },
  },
  'approving a claim again that was declined': {
    lower: 'moderator',
    decide: async (by, account_id) => {
      const { id: listing_id } = await unclaimed();
      const claim = await makeClaim(db, { account_id, listing_id, status: 'waiting' });
      await must(by, post(`claims/${claim.id}/decline`, REASON));
      const again = await makeClaim(db, { account_id, listing_id, status: 'waiting' });
      return async () => post(`claims/${again.id}/approve`);
    },
  },
  'deciding on an appeal': {
    lower: 'moderator',
    decide: async (by) => {
      const id = await waitingReview((await makeListing(db)).id);
      await must(by, post(`reviews/${id}/withhold`, WITHHOLD));
      await db
        .updateTable('reviews')
        .set({ appealed_at: new Date(), appeal_text: 'No.' })
        .where('id', '=', id)
        .execute();
      return async () => post(`reviews/${id}/show`);
    },
  },
  'activating a suspended account': {
    lower: 'support',
    decide: async (by, accountId) => {
      await must(by, post(`users/${accountId}/suspend`, REASON));
      return async () => post(`users/${accountId}/activate`);
    },
  },
  'refunding what was declined': {
    lower: 'finance',
    decide: async (by, accountId) => {
      const payment = await makePaid(accountId);
      await refundRequest(payment);
      await must(by, post(`payments/${payment}/decline-refund`, { answer: 'It is used.' }));
      return async () => post(`payments/${payment}/refunds`, { endsLevel: true, ...REASON });
    },
  },
  'taking a given credit back': {
    lower: 'finance',
    decide: async (by, accountId) => {
      const { username } = await db
        .selectFrom('accounts')
        .select('username')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      await must(by, post('gift-credits', { username, plan: 'monthly', count: 1, ...REASON }));
      const gift = await db
        .selectFrom('gift_credits')
        .select('payment_id')
        .orderBy('payment_id', 'desc')
        .executeTakeFirstOrThrow();
      return async () => post(`gift-credits/${gift.payment_id}/take-back`, REASON);
    },
  },
  'ending a coupon': {
    lower: 'finance',
    decide: async (by) => {
      const terms = {
        percentOff: 10,
        amountOffCents: null,
        plans: ['monthly'],
        firstDay: '2090-01-01',
        lastDay: '2090-02-01',
        maxUses: 5,
      };
      const { body } = await by.post('/api/admin/coupons', { code: `SAVE-${Date.now()}`, ...terms, ...REASON });
      return async () => post(`coupons/${body.id}/end`, { version: body.version, ...REASON });
    },
  },
};

describe.each(Object.entries(UNDOS))('%s', (_what, { lower, decide }) => {
  const makeVisitor = async (role: Role) => api.signedInVisitor((await makeStaff(db, role)).id);
  it.each([
    ['the same role', () => lower, () => lower, null],
    ['a lower role', () => lower, () => 'administrator' as Role, null],
    ['a higher role', () => 'administrator' as Role, () => lower, HIGHER],
  ] as const)('is decided after %s', async (_by, first, second, refusal) => {
    const undo = await decide(await makeVisitor(first()), (await makeAccount(db)).id);
    const [status, message] = await send(await makeVisitor(second()), await undo());
    expect([Math.floor(status / 100), message]).toEqual(refusal ? [4, refusal] : [2, null]);
  });
});

describe('A listing that a higher role showed again', () => {
  it.each(['an edit', 'a report'])('is hidden by a lower one for %s since', async (what) => {
    const { id } = await makeListing(db, { status: 'hidden' });
    await must(await api.signedInVisitor(1), post(`ads/${id}/show`));
    if (what === 'an edit') await db.updateTable('listings').set({ title: 'Spam' }).where('id', '=', id).execute();
    else await db.insertInto('reports').values({ listing_id: id, reason: 'spam' }).execute();
    const moderator = await api.signedInVisitor((await makeStaff(db, 'moderator')).id);
    expect(await send(moderator, post(`ads/${id}/hide`, REASON))).toEqual([200, null]);
  });
});

describe('What an administrator decided is not undone after a decision of a lower role in between', () => {
  const start = async () => ({
    administrator: await api.signedInVisitor(1),
    moderator: await api.signedInVisitor((await makeStaff(db, 'moderator')).id),
  });

  it('by showing a hidden listing that was deleted and restored', async () => {
    const { administrator, moderator } = await start();
    const { id } = await makeListing(db);
    await must(administrator, post(`ads/${id}/hide`, REASON));
    const { body } = await moderator.post('/api/admin/ads/delete', { ids: [id], dryRun: false, ...REASON });
    await must(moderator, post(`bulk-actions/${body.actionId}/undo`));
    expect(await send(moderator, post(`ads/${id}/show`))).toEqual([403, HIGHER]);
  });

  it('by approving a claim after declining one', async () => {
    const { administrator, moderator } = await start();
    const { id: account_id } = await makeAccount(db);
    const { id: listing_id } = await unclaimed();
    const claim = async () => (await makeClaim(db, { account_id, listing_id, status: 'waiting' })).id;
    await must(administrator, post(`claims/${await claim()}/decline`, REASON));
    await must(moderator, post(`claims/${await claim()}/decline`, REASON));
    expect(await send(moderator, post(`claims/${await claim()}/approve`))).toEqual([403, HIGHER]);
  });

  it('by giving a field its value back over another one', async () => {
    const { administrator, moderator } = await start();
    const { id } = await unclaimed({ phone: '(949) 555-0100' });
    expect((await edit(administrator, id, '(949) 555-0101'))[1]).toBeNull();
    expect((await edit(moderator, id, '(949) 555-0102'))[1]).toBeNull();
    expect(await edit(moderator, id, '(949) 555-0100')).toEqual([403, HIGHER]);
  });
});

it('A claim of a listing that an administrator took back is approved by administrators only', async () => {
  const account = await makeAccount(db);
  const { id } = await unclaimed({ owner_id: account.id });
  await must(await api.signedInVisitor(1), post(`ads/${id}/take-back`, REASON));
  const claim = await makeClaim(db, { account_id: account.id, listing_id: id, status: 'waiting' });
  const moderator = await api.signedInVisitor((await makeStaff(db, 'moderator')).id);
  expect(await send(moderator, post(`claims/${claim.id}/approve`))).toEqual([403, HIGHER]);
  await must(await api.signedInVisitor(1), post(`claims/${claim.id}/approve`));
});

describe('A queue says', () => {
  /** What keeps the visitor from deciding on the rows of a list. */
  const blocks = async (visitor: Visitor, path: string) =>
    ((await visitor.get(`/api/admin/${path}`)).body as { blocked: string | null }[]).map(({ blocked }) => blocked);
  const makeVisitor = async (role: Role) => {
    const staff = await makeStaff(db, role);
    return { id: staff.id, visitor: await api.signedInVisitor(staff.id) };
  };

  it.each([
    ['claims', 'moderator', 'approve a claim'],
    ['reports', 'moderator', 'close a report that one made'],
    ['suggested-edits', 'moderator', 'accept an edit that one suggested'],
    ['ads/hidden', 'moderator', 'show a listing'],
    ['approvals', 'moderator', 'approve a listing'],
    ['objections', 'moderator', 'answer an objection to one’s change'],
    ['matches', 'moderator', 'decide a pair of listings'],
    ['reviews', 'moderator', 'show a review that one wrote'],
    ['reviews', 'moderator', 'decide on an appeal against one’s decision'],
    ['conversations', 'support', 'pass on a message that one wrote'],
    ['payments?limit=1', 'finance', 'refund one’s payment'],
    ['gift-credits?limit=1', 'finance', 'take a credit back'],
  ] as const)('at %s which case is the %s’s own: %s', async (path, role, what) => {
    const { id, visitor } = await makeVisitor(role);
    await CASES[what]?.request(id);
    expect(await blocks(visitor, path)).toEqual(['own']);
    expect(await blocks((await makeVisitor(role)).visitor, path)).toEqual([null]);
  });

  it.each([
    ['ads/hidden', 'moderator', 'showing a hidden listing'],
    ['bulk-actions?limit=1', 'moderator', 'undoing a bulk action that hid listings'],
    ['objections', 'moderator', 'taking a change back to which its owner objects'],
    ['matches?status=decided', 'moderator', 'opening a decided pair again'],
    ['claims', 'moderator', 'approving a claim again that was declined'],
    ['reviews', 'moderator', 'deciding on an appeal'],
    ['users/suspended', 'support', 'activating a suspended account'],
    ['gift-credits?limit=1', 'finance', 'taking a given credit back'],
    ['coupons?limit=1', 'finance', 'ending a coupon'],
  ] as const)('at %s what a higher role than the %s decided: %s', async (path, role, what) => {
    await UNDOS[what]?.decide((await makeVisitor('administrator')).visitor, (await makeAccount(db)).id);
    expect(await blocks((await makeVisitor(role)).visitor, path)).toEqual(['higher-role']);
    expect(await blocks((await makeVisitor('administrator')).visitor, path)).toEqual([null]);
  });

  it('and the desk of a listing', async () => {
    const { id, visitor } = await makeVisitor('moderator');
    const read = async (listing: number) => (await visitor.get(`/api/admin/ads/${listing}`)).body.blocked;
    const { id: hidden } = await makeListing(db);
    await must(await api.signedInVisitor(1), post(`ads/${hidden}/hide`, REASON));
    expect([await read((await ownedBy(id)).id), await read(hidden), await read((await makeListing(db)).id)]).toEqual([
      'own',
      'higher-role',
      null,
    ]);
  });
});

it('Who can make coupons cannot use one', async () => {
  const { code } = await makeCoupon(db);
  for (const [role, status] of [
    ['finance', 409],
    ['moderator', 201],
  ] as const) {
    const visitor = await api.signedInVisitor((await makeStaff(db, role)).id);
    const response = await visitor.post('/api/create-payment-intent', { plan: 'monthly', code });
    expect([role, response.status]).toEqual([role, status]);
  }
});
