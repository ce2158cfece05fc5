import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalRules, WaitingListing } from '#contract/admin/approvals.ts';
import { DETAIL_FIELD_NAMES, DETAIL_FIELDS } from '#contract/listing-fields/detail-fields.ts';
import type { NewListings } from '#contract/site.ts';
import { STORED_COLUMNS } from '#server/listings/fields.ts';
import { readNewListings } from '#server/platform/settings/operator-settings.ts';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import type { Visitor } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { explain } from '#tests/support/explain.ts';
import { listingForm, newIdempotencyKey, sendListingForm } from '#tests/support/listing-form.ts';
import { repetitions } from '#tests/support/long-run.ts';
import { findViolatedInvariants } from '#tests/support/payment-invariants.ts';
import { confirmPaymentIntent, createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';
import { decisionQuery } from './decide.ts';
import { waitingQuery } from './queue.ts';

const api = await createListeningApi();
afterAll(api.close);
const { db } = api;

const OFF = { isOn: false, accountDays: null, words: [], categories: [], trusted: [] };
let admin: Visitor;
let owner: Visitor;
let ownerId: number;
let ownerEmail: string;
beforeEach(async () => {
  await db.deleteFrom('limits').execute();
  await db.deleteFrom('listings').execute();
  await db
    .insertInto('accounts')
    .values(ADMIN)
    .onConflict((c) => c.doNothing())
    .execute();
  admin = await api.signedInVisitor(1);
  const account = await makeAccount(db, { email_confirmed_at: new Date() });
  ownerId = account.id;
  ownerEmail = account.email as string;
  owner = await api.signedInVisitor(ownerId);
  await setRules({ isOn: true, accountDays: 7 });
});

const ADMIN = { id: 1, username: 'admin', username_key: 'admin', password_hash: 'x', business_name: 'Admin' };
const readRules = async (): Promise<ApprovalRules> => (await admin.get('/api/admin/approval-rules')).body;
async function setRules(rules: Partial<ApprovalRules>) {
  const { version } = await readRules();
  const response = await admin.send('PUT', '/api/admin/approval-rules', { ...OFF, ...rules, version });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body as ApprovalRules;
}
/** What owners enter without words of their own: addresses, links, hours, pictures and choices. */
const UNREAD = [
  'address',
  'email',
  'hours',
  'image_url',
  'language',
  'phone',
  'social_media',
  'special_hours',
  'state',
];
const readUnread = async (columns: string[]) => {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(listing_columns_without_words()) name
    where name = any(${columns}) and name <> 'translations' order by 1`.execute(db);
  return rows.map(({ name }) => name);
};
const post = (fields: object = {}, visitor = owner) =>
  sendListingForm(visitor, listingForm(fields), newIdempotencyKey());
const postId = async (fields: object = {}): Promise<number> => (await post(fields)).body.ad.id;
const queue = async (): Promise<WaitingListing[]> => (await admin.get('/api/admin/approvals')).body;
const approve = (id: number, version = 1, visitor = admin) => visitor.post(`/api/admin/ads/${id}/approve`, { version });
const decline = (id: number, version = 1, visitor = admin) =>
  visitor.post(`/api/admin/ads/${id}/decline`, { version, reason: 'Not a business' });
const read = (id: number) => db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isPublic = async (id: number) => {
  await api.awaitInvalidations();
  return (await api.get(`/api/ads/${id}`)).status === 200;
};
const emailSubjects = async (pattern: RegExp) => {
  await expect
    .poll(() => api.emails.filter(({ to }) => to === ownerEmail).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(pattern));
  return api.emails.findLast(({ to, subject }) => to === ownerEmail && pattern.test(subject));
};
const DAY_MS = 24 * 60 * 60 * 1000;
const daysFromNow = (at: Date | null) => Math.round(((at?.getTime() ?? 0) - Date.now()) / DAY_MS) + 0;

describe('a listing', () => {
  it('goes live at once while the rules are off', async () => {
    await setRules({ accountDays: 7, words: ['plumbing'] });
    const { status, body } = await post();
    expect([status, body.ad.status, body.message]).toEqual([201, 'active', 'Your free listing has been published.']);
  });

  it.each<[Partial<ApprovalRules>, NewListings]>([
    [{}, 'live'],
    [{ isOn: true }, 'live'],
    [{ isOn: true, accountDays: 7 }, 'some-wait'],
    [{ isOn: true, words: ['plumbing'] }, 'some-wait'],
    [{ isOn: true, categories: ['plumbers'] }, 'some-wait'],
    [{ isOn: true, holdsAll: true }, 'wait'],
    [{ holdsAll: true, accountDays: 7 }, 'live'],
  ])('is promised what the rules %j do with it', async (rules, promised) => {
    await setRules({ accountDays: null, holdsAll: false, ...rules });
    expect(await readNewListings(db)).toBe(promised);
  });

  it('of a young account waits, and its owner is told', async () => {
    const { status, body } = await post();
    expect(status).toBe(201);
    expect(body.message).toBe('We’ll look at your listing before it goes live.');
    expect(body.ad).toMatchObject({ status: 'waiting' });
    expect(body.ad.acts.toSorted()).toEqual(['delete', 'duplicate', 'edit']);
    expect(await isPublic(body.ad.id)).toBe(false);
    expect((await owner.get('/api/user/ads?status=waiting')).body).toMatchObject([{ id: body.ad.id }]);
    expect((await emailSubjects(/look at/))?.text).toContain('We’ll look at your listing');
    expect(await queue()).toMatchObject([
      { id: body.ad.id, isEdit: false, words: [], payments: 0, owner: { id: ownerId, liveListings: 0 } },
    ]);
  });

  it.each<[string, Partial<ApprovalRules>, object, string]>([
    ['with a listed word', { words: ['Hot Tubs'] }, { description: 'We repair hot-tubs, the same day.' }, 'waiting'],
    [
      'with a part of a listed word',
      { words: ['tub'] },
      { description: 'We repair hot tubs, the same day.' },
      'active',
    ],
    [
      'with a listed word in Spanish',
      { words: ['jacuzzis'] },
      { translations: { es: { description: 'Fugas y desagües,\njacuzzis: el mismo día.' } } },
      'waiting',
    ],
    [
      'with a listed word in its Spanish title',
      { words: ['plomeria'] },
      { translations: { es: { title: 'Plomería Hora Dorada' } } },
      'waiting',
    ],
    [
      'with the name of a language, which is no word of it',
      { words: ['es'] },
      { translations: { es: { title: 'Plomería' } } },
      'active',
    ],
    ['in a listed category', { categories: ['plumbers'] }, {}, 'waiting'],
    ['in a subcategory of a listed one', { categories: ['home-services'] }, {}, 'waiting'],
    ['in another category', { categories: ['restaurants'] }, {}, 'active'],
    ['that no rule names', { accountDays: null }, {}, 'active'],
    ['where all wait', { accountDays: null, holdsAll: true }, {}, 'waiting'],
  ])('%s is decided by the rules', async (_, rules, fields, status) => {
    await setRules({ isOn: true, ...rules });
    const plumbers = await db
      .selectFrom('categories as c')
      .innerJoin('categories as p', 'p.id', 'c.parent_id')
      .select(['c.id', 'p.slug as parent'])
      .where('c.slug', '=', 'plumbers')
      .executeTakeFirstOrThrow();
    if (rules.categories?.[0] === 'home-services') await setRules({ isOn: true, categories: [plumbers.parent] });
    const { body } = await post({ categoryId: String(plumbers.id), ...fields });
    expect(body.ad.status).toBe(status);
  });

  it('of an old or trusted account, or of the staff, does not wait', async () => {
    await db
      .updateTable('accounts')
      .set({ created_at: sql`now() - interval '8 days'` })
      .where('id', '=', ownerId)
      .execute();
    expect((await post()).body.ad.status).toBe('active');
    const trusted = await makeAccount(db);
    const rules = { isOn: true, accountDays: 7, words: ['plumbing'], trusted: [trusted.username.toUpperCase()] };
    expect((await setRules(rules)).trusted).toEqual([trusted.username]);
    expect((await post({}, await api.signedInVisitor(trusted.id))).body.ad.status).toBe('active');
    const staff = await makeStaff(db, 'editor');
    expect((await post({}, await api.signedInVisitor(staff.id))).body.ad.status).toBe('active');
    expect((await post({ title: 'Other Plumbing' })).body.ad.status).toBe('waiting');
  });

  it('that is sent twice waits once', async () => {
    const form = listingForm();
    const key = newIdempotencyKey();
    const [first, second] = [await sendListingForm(owner, form, key), await sendListingForm(owner, form, key)];
    expect(second.body.ad.id).toBe(first.body.ad.id);
    expect(await queue()).toHaveLength(1);
  });

  it('waits again after it was deleted and restored', async () => {
    const id = await postId();
    expect((await owner.send('DELETE', `/api/user/ads/${id}`)).status).toBe(200);
    expect(await queue()).toEqual([]);
    expect((await owner.post(`/api/user/ads/${id}/undelete`)).body.status).toBe('waiting');
    expect(await isPublic(id)).toBe(false);
  });
});

describe('approving', () => {
  it('shows the listing from now on for 30 days, and tells its owner', async () => {
    const id = await postId();
    await sql`update listings set created_at = now() - interval '20 days', waiting_since = now() - interval '20 days',
      expires_at = now() + interval '10 days' where id = ${id}`.execute(db);
    expect((await approve(id)).status).toBe(200);
    expect(await isPublic(id)).toBe(true);
    const listing = await read(id);
    expect([daysFromNow(listing.expires_at), daysFromNow(listing.created_at)]).toEqual([30, 0]);
    expect(listing).toMatchObject({ status: 'active', waiting_from: null, waiting_since: null });
    await emailSubjects(/is live/);
    expect(await queue()).toEqual([]);
    expect((await admin.get('/api/admin/audit?limit=1')).body).toMatchObject([
      { kind: 'listing-approved', listingId: id, actorId: 1 },
    ]);
  });

  it('is refused after the owner changed the listing, until that was looked at', async () => {
    const id = await postId();
    const edit = { ...listingForm({ title: 'Golden Hour Casino' }), version: 1 };
    expect((await owner.send('PUT', `/api/user/ads/${id}`, edit)).body.status).toBe('waiting');
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { message: 'This listing was changed since you opened it. Look at it again.' },
    });
    expect(await isPublic(id)).toBe(false);
    expect((await approve(id, 2)).status).toBe(200);
  });

  it('says to the second who decides what the first one decided', async () => {
    const mo = await api.signedInVisitor((await makeStaff(db, 'moderator', { username: `Mo ${Date.now()}` })).id);
    const id = await postId();
    const both = await Promise.all([approve(id, 1, mo), decline(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409)?.body.message;
    expect(refused).toMatch(
      /^(Mo \d+ has already approved this listing\.|admin has already declined this listing: Not a business)$/,
    );
    expect((await approve(id, 1, mo)).body.message).toMatch(/has already (approved|declined) this listing/);
    expect((await approve((await makeListing(db)).id)).body.message).toBe('This listing isn’t waiting for approval.');
  });
});

describe('declining', () => {
  it('hides the listing with a reason that its owner reads', async () => {
    const id = await postId();
    expect((await decline(id)).status).toBe(200);
    expect(await isPublic(id)).toBe(false);
    expect((await owner.get(`/api/user/ads/${id}`)).body).toMatchObject({
      status: 'hidden',
      hiddenReason: 'Not a business',
    });
    const email = await emailSubjects(/can’t show/);
    expect(email?.text).toContain('Not a business');
    expect(email?.text).not.toContain('refund');
    expect((await admin.post(`/api/admin/ads/${id}/show`)).status).toBe(200);
    expect(await isPublic(id)).toBe(true);
  });
});

describe('an edit of a live listing', () => {
  const makeLive = () =>
    makeListing(db, {
      owner_id: ownerId,
      email: 'hello@golden-hour.example',
      created_at: new Date('2026-01-01'),
      expires_at: new Date('2099-01-01'),
      description: 'The casino of plumbing.',
    });
  const edit = (id: number, fields: object, version = 1) =>
    owner.send('PUT', `/api/user/ads/${id}`, { ...listingForm(fields), version });

  it('waits if it adds a listed word, and continues as it was when it is approved', async () => {
    await setRules({ isOn: true, accountDays: 7, words: ['casino', 'jackpot'] });
    const { id } = await makeLive();
    expect((await edit(id, { description: 'The casino of plumbing, open now.' })).body.status).toBe('active');
    expect((await edit(id, { description: 'The jackpot of plumbing.' }, 2)).body.status).toBe('waiting');
    expect(await isPublic(id)).toBe(false);
    expect(await queue()).toMatchObject([{ id, isEdit: true, words: ['jackpot'], version: 3 }]);
    expect((await approve(id, 3)).status).toBe(200);
    expect(await isPublic(id)).toBe(true);
    expect(await read(id)).toMatchObject({ created_at: new Date('2026-01-01'), expires_at: new Date('2099-01-01') });
    expect((await edit(id, { description: 'The jackpot of plumbing, again.' }, 3)).body.status).toBe('active');
  });

  it('has its words read in every column of text that a person writes, also in one that is added later', async () => {
    await setRules({ isOn: true, words: ['casino'] });
    const { id } = await makeLive();
    const { rows } = await sql<{ column: string; words: string[] }>`
      select attname as column, approval_words(jsonb_populate_record(l, jsonb_build_object(attname, case
        when atttypid = 'text'::regtype then '"The casino"' else '["The casino"]' end::jsonb))) as words
      from listings l, pg_attribute
      where l.id = ${id} and attrelid = 'listings'::regclass and attnum > 0 and not attisdropped
        and atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
        and attname <> all(listing_columns_without_words())`.execute(db);
    expect(rows.map(({ column }) => column)).toEqual(
      expect.arrayContaining([
        'title',
        'languages',
        'faq',
        ...DETAIL_FIELD_NAMES.map((name) => DETAIL_FIELDS[name].column),
      ]),
    );
    expect(rows.filter(({ words }) => words[0] !== 'casino')).toEqual([]);
    expect(await readUnread(STORED_COLUMNS)).toEqual(UNREAD);
  });

  it('waits if it adds a listed word in Spanish, which the staff reads', async () => {
    await setRules({ isOn: true, words: ['premio'] });
    const { id } = await makeLive();
    const translations = { es: { description: 'La plomería con premio para cada cliente.' } };
    expect((await edit(id, { translations })).body.status).toBe('waiting');
    expect(await queue()).toMatchObject([{ id, isEdit: true, words: ['premio'], translations }]);
  });

  it('of a trusted account does not wait', async () => {
    const { username } = await db
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow();
    await setRules({ isOn: true, words: ['jackpot'], trusted: [username] });
    const { id } = await makeLive();
    expect((await edit(id, { description: 'The jackpot of plumbing.' })).body.status).toBe('active');
  });
});

describe('a paid listing', () => {
  /** Pays for a listing as the checkout does; returns the intent. */
  async function pay(request: object) {
    const intent = await createPaymentIntent(owner, request);
    await confirmPaymentIntent(owner, intent);
    return intent;
  }
  const payForDraft = async () => {
    const intent = await pay({ amount: 100, adData: listingForm({ premium: true }) });
    const { status, body } = await returnFromPayment(owner, intent.intentId);
    return { intentId: intent.intentId, id: intent.listing?.id as number, status, body };
  };
  const findPayment = (intentId: string) =>
    db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirstOrThrow();

  it('waits with its payment, and its paid time begins when it is approved', async () => {
    const { id, intentId, status, body } = await payForDraft();
    expect([status, body.message]).toEqual([201, 'We’ll look at your listing before it goes live.']);
    expect((await owner.get(`/api/user/payment-intents/${intentId}`)).body).toMatchObject({
      outcome: 'waiting',
      message: 'We’ll look at your listing before it goes live.',
    });
    expect((await owner.get('/api/user/credits')).body).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'waiting', level: 'free', paid_until: null });
    expect(await queue()).toMatchObject([{ id, payments: 1 }]);
    expect((await emailSubjects(/Receipt/))?.text).toContain('Your paid time starts then');
    // Longer than what was paid for.
    await sql`update listings set created_at = now() - interval '40 days', waiting_since = now() - interval '40 days' where id = ${id}`.execute(
      db,
    );
    await sql`update payments set paid_at = now() - interval '40 days' where intent_id = ${intentId}`.execute(db);
    expect((await approve(id)).status).toBe(200);
    const listing = await read(id);
    expect(listing).toMatchObject({ status: 'active', level: 'premium' });
    expect(daysFromNow(listing.paid_until)).toBeGreaterThanOrEqual(28);
    expect(daysFromNow(listing.expires_at) - daysFromNow(listing.paid_until)).toBe(30);
    expect(await isPublic(id)).toBe(true);
    expect((await owner.get(`/api/user/payment-intents/${intentId}`)).body.outcome).toBe('listed');
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('that is declined leaves a credit, and its owner reads how to ask for a refund', async () => {
    const { id, intentId } = await payForDraft();
    expect((await decline(id)).status).toBe(200);
    expect((await emailSubjects(/can’t show/))?.text).toMatch(/saved your payment as a credit.*refund within 7 days/s);
    expect((await owner.get('/api/user/credits')).body).toMatchObject([{ isCredit: true }]);
    expect((await owner.get(`/api/user/payment-intents/${intentId}`)).body.outcome).toBe('credit');
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('keeps its payment from other listings while it waits', async () => {
    await payForDraft();
    await setRules({});
    expect((await post({ title: 'Another one', premium: true })).status).toBe(402);
  });

  it('for a credit waits with it, once, however often it is sent', async () => {
    const { intentId } = await pay({ plan: 'monthly' });
    await returnFromPayment(owner, intentId);
    const key = newIdempotencyKey();
    const send = () => sendListingForm(owner, listingForm({ premium: true }), key);
    const [first, second] = [await send(), await send()];
    expect([first.body.ad.status, second.body.ad.id]).toEqual(['waiting', first.body.ad.id]);
    expect(await queue()).toMatchObject([{ payments: 1 }]);
    await approve(first.body.ad.id);
    expect(await read(first.body.ad.id)).toMatchObject({ level: 'premium' });
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it('can be paid for while it waits', async () => {
    const id = await postId();
    const { intentId } = await pay({ plan: 'quarterly', listingId: id });
    expect((await returnFromPayment(owner, intentId)).body.ad).toMatchObject({ id, status: 'waiting' });
    await approve(id);
    expect(daysFromNow((await read(id)).paid_until)).toBeGreaterThanOrEqual(89);
  });

  it('that was refunded while it waits goes live as a free one', async () => {
    const { id, intentId } = await payForDraft();
    const { id: paymentId } = await findPayment(intentId);
    const refund = { reason: 'Asked for it', refundedCents: 0 };
    expect((await admin.post(`/api/admin/payments/${paymentId}/refunds`, refund)).status).toBe(200);
    await approve(id);
    expect(await read(id)).toMatchObject({ status: 'active', level: 'free', paid_until: null });
    expect(await findViolatedInvariants(db)).toEqual([]);
  });

  it.each(Array.from({ length: repetitions(6, 100) }, (_, n) => n))(
    'gets what was paid when the payment arrives while it is approved (%i)',
    async (n) => {
      const id = await postId();
      const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId: id });
      await confirmPaymentIntent(owner, intent);
      const settle = () => owner.get(`/api/user/payment-intents/${intent.intentId}`);
      const requests = [() => approve(id), settle, settle];
      const responses = await Promise.all(
        n % 2 ? requests.map((send) => send()) : requests.toReversed().map((send) => send()),
      );
      expect(responses.every(({ status }) => status === 200)).toBe(true);
      await settle();
      expect(await read(id)).toMatchObject({ status: 'active', level: 'premium' });
      expect(await findViolatedInvariants(db)).toEqual([]);
    },
  );
});

describe('the rules', () => {
  it('are stored as they are compared, and changed by one at a time', async () => {
    const { version } = await setRules({ isOn: true, words: ['Café  Noir', 'cafe noir'], categories: ['plumbers'] });
    expect(await readRules()).toMatchObject({ words: ['cafe noir'], categories: ['plumbers'] });
    const stale = { ...OFF, version: version - 1 };
    expect((await admin.send('PUT', '/api/admin/approval-rules', stale)).status).toBe(409);
  });

  it.each<[string, object, string]>([
    ['a word without letters', { words: ['!!!'] }, 'words'],
    ['an unknown category', { categories: ['nowhere'] }, 'categories'],
    ['an unknown account', { trusted: ['nobody at all'] }, 'trusted'],
    ['no days', { accountDays: 0 }, 'accountDays'],
  ])('refuse %s', async (_, rules, path) => {
    const { version } = await readRules();
    const { status, body } = await admin.send('PUT', '/api/admin/approval-rules', { ...OFF, ...rules, version });
    expect([status, body.issues[0].path]).toEqual([400, path]);
  });
});

it('the queue and the decisions are read by their indexes', async () => {
  const plans = await Promise.all(
    [waitingQuery({ limit: 20 }), decisionQuery(1)].map(async (query) =>
      (await explain(db, (query as ReturnType<typeof decisionQuery>).compile(db))).join('\n'),
    ),
  );
  expect(plans[0]).toContain('listings_waiting_since');
  expect(plans[1]).toContain('audit_approvals');
});
