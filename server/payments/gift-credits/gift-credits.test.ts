import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing, makeSession, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, getListingKeys, type Visitor } from '#tests/support/api.ts';
import { trackAuditLog } from '#tests/support/audit-log.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { createPaymentIntent } from '#tests/support/payments.ts';

const api = await createTestApi();
const { db, emails } = api;
afterAll(api.close);
const auditLog = trackAuditLog(db);

let finance: Visitor;
let financeId: number;
beforeAll(async () => {
  financeId = (await makeStaff(db, 'finance', { username: 'fin' })).id;
  finance = await api.signedInVisitor(financeId);
});

let owner: Visitor;
let account: Awaited<ReturnType<typeof makeAccount>>;
let listingId: number;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  account = await makeAccount(db);
  owner = await api.signedInVisitor(account.id);
  listingId = (await makeListing(db, { owner_id: account.id })).id;
  emails.length = 0;
});

const give = (changes: object = {}) =>
  finance.post('/api/admin/gift-credits', {
    username: account.username,
    plan: 'quarterly',
    count: 1,
    reason: 'The outage of Sunday',
    ...changes,
  });
const list = async () => (await finance.get('/api/admin/gift-credits')).body;
const takeBack = (id: number) => finance.post(`/api/admin/gift-credits/${id}/take-back`, { reason: 'By mistake' });
const redeem = (listing = listingId) => owner.post(`/api/user/ads/${listing}/redeem`);
const listCredits = async () => (await owner.get('/api/user/credits')).body;

describe('A gift credit', () => {
  it('is among the credits of the owner, who hears of it by email, and in the audit log', async () => {
    expect((await give({ count: 2, username: ` ${account.username.toUpperCase()} ` })).status).toBe(200);
    const credit = { plan: 'quarterly', months: 3, amountCents: 0, isCredit: true, isGift: true, receiptNumber: null };
    expect(await listCredits()).toMatchObject([credit, credit]);
    const { subject, text } = await api.waitForEmail(account.email as string);
    expect(subject).toBe('2 free credits from SoCal Local');
    expect(text).toContain('We added 2 free Premium Quarterly credits to your account.');
    expect(text).not.toContain('outage');
    expect(await auditLog.readNew()).toMatchObject([
      {
        kind: 'credit-given',
        account_id: account.id,
        actor_id: financeId,
        reason: 'The outage of Sunday',
        after: { plans: 'quarterly', credits: 2 },
      },
    ]);
    const given = { account: { id: account.id }, planName: 'Premium Quarterly', state: 'unused', givenBy: 'fin' };
    expect((await list()).slice(0, 2)).toMatchObject([given, given]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('buys its term once', async () => {
    await give();
    const responses = await Promise.all([1, 2, 3, 4].map(() => redeem()));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 402, 402, 402]);
    expect(responses.find(({ status }) => status === 200)?.body.level).toBe('premium');
    expect(await listCredits()).toEqual([]);
    const [gift] = await list();
    expect(gift).toMatchObject({ state: 'used', listing: { id: listingId } });
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('that is used can be ended early, once: the listing keeps what was paid, and the owner hears of it', async () => {
    await give();
    await redeem();
    await waitForEmptyMailQueue(db);
    emails.length = 0;
    const [gift] = await list();
    expect(Date.parse(gift.endsAt)).toBeGreaterThan(Date.now());
    const all = await Promise.all([1, 2, 3].map(() => takeBack(gift.id)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await api.get(`/api/ads/${listingId}`)).body).toMatchObject({ isFeatured: false });
    const [ended] = await list();
    expect(ended).toMatchObject({
      state: 'taken-back',
      listing: { id: listingId },
      takenBack: { reason: 'By mistake' },
    });
    expect(Date.parse(ended.endsAt)).toBeLessThanOrEqual(Date.now());
    expect(await listCredits()).toEqual([]);
    const isEnd = ({ kind }: { kind: string }) => kind === 'credit-taken-back';
    expect((await auditLog.readNew()).filter(isEnd)).toMatchObject([
      { kind: 'credit-taken-back', listing_id: listingId, before: { status: 'used' }, after: { status: 'taken-back' } },
    ]);
    await waitForEmptyMailQueue(db);
    expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining('We ended the free Premium Quarterly')]);
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('whose term is over cannot be taken back', async () => {
    await give();
    await redeem();
    const [gift] = await list();
    const past = sql<Date>`now() - interval '1 minute'`;
    await db
      .updateTable('terms')
      .set({ starts_at: sql<Date>`now() - interval '3 months'`, ends_at: past })
      .where('payment_id', '=', gift.id)
      .execute();
    expect((await takeBack(gift.id)).status).toBe(409);
    await db.deleteFrom('listings').where('id', '=', listingId).execute();
  });

  it('is no revenue: neither paid, charged, refundable, nor in a list or a sum', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const summarize = async () => (await finance.get(`/api/admin/payments/summary?month=${month}`)).body.days;
    const before = await summarize();
    await give();
    await redeem();
    const { rows } = await sql<{ id: number }>`select id from payments where account_id = ${account.id}`.execute(db);
    const id = rows[0]?.id as number;
    expect((await owner.get('/api/user/payments')).body).toEqual([]);
    expect((await owner.get(`/api/user/payments/${id}`)).status).toBe(404);
    expect((await owner.post(`/api/user/payments/${id}/refund-requests`, { reason: 'No' })).status).toBe(404);
    const administrator = await api.signedInVisitor((await makeStaff(db, 'administrator')).id);
    expect((await administrator.post(`/api/admin/payments/${id}/refunds`, { reason: 'No' })).status).toBe(409);
    expect((await administrator.get('/api/admin/payments')).body.map((row: { id: number }) => row.id)).not.toContain(
      id,
    );
    expect(await db.selectFrom('ledger').select('id').where('payment_id', '=', id).execute()).toEqual([]);
    expect(await summarize()).toEqual(before);
    expect((await db.selectFrom('payments').select('receipt_number').where('id', '=', id).execute())[0]).toEqual({
      receipt_number: null,
    });
  });

  it('does not stand for a payment in another tab', async () => {
    const { timesPaid } = (await owner.get(`/api/user/ads/${listingId}/order?plan=monthly`)).body;
    await give();
    await redeem();
    const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId, timesPaid });
    expect(intent.clientSecret).toMatch(/_secret_/);
  });

  it('can be taken back while it is unused, once, and the owner hears of it', async () => {
    await give();
    const [{ id }] = await list();
    const all = await Promise.all([1, 2, 3].map(() => takeBack(id)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await listCredits()).toEqual([]);
    expect((await redeem()).status).toBe(402);
    expect((await list())[0]).toMatchObject({ state: 'taken-back', takenBack: { by: 'fin', reason: 'By mistake' } });
    await waitForEmptyMailQueue(db);
    // Those of earlier tests may arrive late.
    const received = emails.filter(({ to }) => to === account.email).map(({ subject }) => subject);
    expect(received.toSorted()).toEqual([
      'A free Premium Quarterly from SoCal Local',
      'Your free Premium Quarterly from SoCal Local',
    ]);
    expect((await auditLog.readNew()).map(({ kind }) => kind)).toEqual(['credit-given', 'credit-taken-back']);
  });

  it('is used or taken back, in some order, when both come at the same moment', async () => {
    for (let run = 0; run < 5; run++) {
      const { id: listing } = await makeListing(db, { owner_id: account.id });
      await give();
      const [{ id }] = await list();
      const [used, taken] = await Promise.all([redeem(listing), takeBack(id)]);
      // What is used first is ended early.
      expect([taken.status, [200, 402].includes(used.status)]).toEqual([200, true]);
    }
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('that waits with its listing for approval cannot be taken back', async () => {
    await give();
    const [{ id }] = await list();
    const waiting = await makeListing(db, { owner_id: account.id, status: 'waiting' });
    await db.updateTable('payments').set({ listing_id: waiting.id }).where('id', '=', id).execute();
    expect((await list())[0].state).toBe('waiting');
    expect((await takeBack(id)).status).toBe(409);
  });

  it.each<[string, object, string]>([
    ['an account that does not exist', { username: 'nobody-at-all' }, 'username'],
    ['nothing', { count: 0 }, 'count'],
    ['too much', { count: 13 }, 'count'],
    ['a free plan', { plan: 'basic' }, 'plan'],
    ['no reason', { reason: ' ' }, 'reason'],
  ])('is refused for %s', async (_what, changes, path) => {
    const { status, body } = await give(changes);
    expect([status, body.issues?.[0].path]).toEqual([400, path]);
  });

  it('is refused for a suspended account, and for a number that is no gift', async () => {
    await db
      .updateTable('accounts')
      .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
      .where('id', '=', account.id)
      .execute();
    expect((await give()).status).toBe(400);
    expect((await takeBack(999_999)).status).toBe(404);
  });

  it('goes to an email as to a username', async () => {
    expect((await give({ username: account.email?.toUpperCase() })).status).toBe(200);
    expect((await give({ username: 'nobody@mail.example' })).body).toMatchObject({
      issues: [{ path: 'username', message: 'No active account has this username or email' }],
    });
  });

  it('asks who gives it', async () => {
    const visitor = api.visitor();
    const verified_at = new Date(Date.now() - 11 * 60_000);
    visitor.cookies.set('session', (await makeSession(db, financeId, { verified_at, verified_by: 'totp' })).token);
    for (const path of ['/api/admin/gift-credits', '/api/admin/gift-credits/1/take-back'])
      expect(await visitor.post(path, { reason: 'No' })).toMatchObject({
        status: 403,
        body: { code: 'step-up-required' },
      });
  });
});

describe('A listing without an owner', () => {
  const unclaimed = { origin: 'open-data', owner_id: null, source: 'Examples' } as const;
  const feature = (id: number, changes: object = {}) =>
    finance.post(`/api/admin/ads/${id}/feature`, { plan: 'monthly', reason: 'A partner of the city', ...changes });
  const read = async (id: number) => (await api.get(`/api/ads/${id}`)).body;

  it('is featured for a term, which is in the audit log and ends by itself', async () => {
    const { id } = await makeListing(db, { ...unclaimed, source_id: crypto.randomUUID() });
    expect((await feature(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ isFeatured: true });
    expect(await auditLog.readNew()).toMatchObject([
      {
        ...{ kind: 'credit-given', actor_id: financeId, listing_id: id, reason: 'A partner of the city' },
        after: { plans: 'monthly', credits: 1 },
      },
    ]);
    expect((await list())[0]).toMatchObject({ state: 'used', account: { id: null }, listing: { id } });
    expect(await findViolatedInvariants(db)).toEqual([]);
    expect((await feature(id)).status).toBe(409);
    expect((await takeBack((await list())[0].id)).status).toBe(200);
    await api.invalidate(await getListingKeys(db, id));
    expect(await read(id)).toMatchObject({ isFeatured: false });
    expect((await feature(id)).status).toBe(200);
    await api.invalidate(await getListingKeys(db, id));
    expect(await read(id)).toMatchObject({ isFeatured: true });
    const past = sql<Date>`now() - interval '1 minute'`;
    await db
      .updateTable('terms')
      .set({ starts_at: sql<Date>`now() - interval '1 month'`, ends_at: past })
      .where('listing_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
    await db.updateTable('listings').set({ paid_until: past }).where('id', '=', id).execute();
    await api.invalidate(await getListingKeys(db, id));
    expect(await read(id)).toMatchObject({ isFeatured: false });
    // Until the job that ends terms has run, the listing says more than its terms.
    await db.deleteFrom('listings').where('id', '=', id).execute();
  });

  it('is not featured where it has an owner, is hidden, or does not exist, nor without a reason', async () => {
    const hidden = await makeListing(db, {
      ...{ ...unclaimed, source_id: crypto.randomUUID(), status: 'hidden', hidden_from: 'active' },
      ...{ hidden_reason: 'Spam', hidden_at: new Date() },
    });
    expect((await feature(listingId)).status).toBe(409);
    expect((await feature(hidden.id)).status).toBe(409);
    expect((await feature(999_999_999)).status).toBe(404);
    expect((await feature(listingId, { reason: '' })).status).toBe(400);
  });
});
