import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing, makeStaff } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { confirmPaymentIntent, createPaymentIntent, returnFromPayment, TEST_CARDS } from '#tests/support/payments.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
});

const payments = async () => (await owner.get('/api/user/payments')).body;

describe('A premium listing', () => {
  it('is a draft until it is paid, and then live for the paid months', async () => {
    const intent = await createPaymentIntent(owner, { amount: 100, adData: listingForm({ premium: true }) });
    const id = intent.listing?.id;
    expect((await api.get(`/api/ads/${id}`)).status).toBe(404);
    expect((await confirmPaymentIntent(owner, intent)).status).toBe(200);
    const { status, body } = await returnFromPayment(owner, intent.intentId);
    expect([status, body.message]).toEqual([201, 'Your premium listing is live.']);
    expect(body.ad).toMatchObject({ id, status: 'active', level: 'premium' });
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({ premium: true, isFeatured: true });
    expect(await payments()).toMatchObject([
      {
        plan: 'monthly',
        amountCents: 10_000,
        status: 'paid',
        isCredit: false,
        receiptNumber: expect.stringMatching(/^SL-\d{6}$/),
        card: { brand: 'visa', last4: '4242' },
        listing: { id },
        term: { endsAt: body.ad.paidUntil, endedAt: null },
      },
    ]);
  });

  it('has one end, on the page after paying, in the receipt and in the account', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId, expires_at: new Date(Date.now() + 86_400_000) });
    for (const plan of ['enhanced', 'monthly', 'quarterly']) {
      const intent = await createPaymentIntent(owner, { plan, listingId: id });
      await confirmPaymentIntent(owner, intent);
      const { ad, paymentId } = (await owner.get(`/api/user/payment-intents/${intent.intentId}`)).body;
      const { paidUntil, expiresAt } = (await owner.get(`/api/user/ads/${id}`)).body;
      expect(ad).toMatchObject({ paidUntil, expiresAt });
      const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', dateStyle: 'long' });
      const end = `until ${day.format(new Date(paidUntil))}, then 30 days as a free listing:\n`;
      const receiptOf = () => api.emails.find(({ text }) => text.includes(`/account/payments/${paymentId}`))?.text;
      await expect.poll(receiptOf).toContain(`Your listing is ${plan === 'enhanced' ? plan : 'premium'} ${end}`);
    }
  });

  it('without an end is told no free days after its paid level', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId, expires_at: null });
    const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId: id });
    await confirmPaymentIntent(owner, intent);
    const { ad, paymentId } = (await owner.get(`/api/user/payment-intents/${intent.intentId}`)).body;
    expect(ad).toMatchObject({ paidUntil: expect.any(String), expiresAt: null });
    const receiptOf = () => api.emails.find(({ text }) => text.includes(`/account/payments/${paymentId}`))?.text;
    await expect.poll(receiptOf).toMatch(/premium until \w+ \d+, \d{4}:\n/);
  });

  it('is live even if the browser never returns, by the webhook', async () => {
    const intent = await createPaymentIntent(owner, { amount: 100, adData: listingForm({ premium: true }) });
    await confirmPaymentIntent(owner, intent);
    await expect.poll(async () => (await api.get(`/api/ads/${intent.listing?.id}`)).status).toBe(200);
  });

  it('is not live when the card is declined, and is when another one is accepted', async () => {
    const intent = await createPaymentIntent(owner, { amount: 100, adData: listingForm({ premium: true }) });
    expect((await confirmPaymentIntent(owner, intent, TEST_CARDS.declined)).status).toBe(402);
    expect((await returnFromPayment(owner, intent.intentId)).status).toBe(409);
    await confirmPaymentIntent(owner, intent);
    expect((await returnFromPayment(owner, intent.intentId)).status).toBe(201);
  });
});

describe('A payment without a listing', () => {
  it('is a credit that the next premium listing uses', async () => {
    const intent = await createPaymentIntent(owner, { plan: 'annual' });
    await confirmPaymentIntent(owner, intent);
    const { status, body } = await returnFromPayment(owner, intent.intentId);
    expect(status).toBe(409);
    expect(body.message).toContain('Your ad information was not found. Please try submitting your ad again.');
    expect(await payments()).toMatchObject([{ plan: 'annual', isCredit: true, listing: null, term: null }]);
    const posted = await owner.post('/api/ads', listingForm({ premium: true }));
    expect([posted.status, posted.body.ad.level]).toEqual([201, 'premium']);
    expect(await payments()).toMatchObject([{ isCredit: false, listing: { id: posted.body.ad.id } }]);
    expect((await owner.post('/api/ads', listingForm({ title: 'Another one', premium: true }))).status).toBe(402);
  });

  it('creates the listing of the form that is sent with it', async () => {
    const intent = await createPaymentIntent(owner, { amount: 27_000, description: 'Premium Quarterly' });
    await confirmPaymentIntent(owner, intent);
    const {
      hours: _h,
      languages: _l,
      photos: _p,
      logo: _o,
      premium: _r,
      socialMedia: _s,
      yearFounded: _y,
      specialHours: _d,
      pin: _i,
      ...texts
    } = listingForm();
    const { status, body } = await returnFromPayment(owner, intent.intentId, {
      ...(texts as Record<string, string>),
      'socialMedia.facebook': 'https://facebook.com/golden-hour',
      'socialMedia.yelp': '',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await api.get(`/api/ads/${body.ad.id}`)).body).toMatchObject({
      premium: true,
      socialMedia: { facebook: 'https://facebook.com/golden-hour' },
    });
  });
});

describe('The list of payments', () => {
  it('has what was paid, and nothing that was only looked at or canceled', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId });
    const open = await createPaymentIntent(owner, { plan: 'quarterly', listingId: id });
    expect(await payments()).toEqual([]);
    await createPaymentIntent(owner, { plan: 'annual', listingId: id });
    expect(await payments(), `beside the canceled ${open.intentId}`).toEqual([]);
    const paid = await createPaymentIntent(owner, { plan: 'monthly', listingId: id });
    await confirmPaymentIntent(owner, paid);
    await returnFromPayment(owner, paid.intentId);
    expect(await payments()).toMatchObject([{ plan: 'monthly', status: 'paid' }]);
  });
});

it('Payments are found by what the staff has of them', async () => {
  const { id: otherId } = await makeAccount(db);
  const other = await api.signedInVisitor(otherId);
  const word = `Quokka${crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/[^a-z]/g, 'x')}`;
  const { id } = await makeListing(db, { owner_id: ownerId, title: `${word} Bakery`, business_name: 'Poppy Ovens' });
  for (const [visitor, listingId, plan] of [
    [owner, id, 'monthly'],
    [other, (await makeListing(db, { owner_id: otherId })).id, 'enhanced'],
  ] as const) {
    const intent = await createPaymentIntent(visitor, { plan, listingId });
    await confirmPaymentIntent(visitor, intent);
    await returnFromPayment(visitor, intent.intentId);
  }
  const [{ id: paymentId, receiptNumber }] = await payments();
  const account = await db.selectFrom('accounts').selectAll().where('id', '=', ownerId).executeTakeFirstOrThrow();
  const finance = await api.signedInVisitor((await makeStaff(db, 'finance')).id);
  const find = async (query: string) => (await finance.get(`/api/admin/payments?${query}`)).body;
  const ids = async (text: string) =>
    (await find(`find=${encodeURIComponent(text)}`)).map((payment: { id: number }) => payment.id);
  expect(await ids(receiptNumber)).toEqual([paymentId]);
  expect(await ids(`#${paymentId}`)).toEqual([paymentId]);
  expect(await ids(account.username.toUpperCase())).toEqual([paymentId]);
  expect(await ids(account.email as string)).toEqual([paymentId]);
  for (const text of [`${word} bakery`, `poppy ${word}`, `${word} $100`, `4242 ${word} ovens`]) {
    expect(await ids(text)).toEqual([paymentId]);
  }
  for (const text of [`${word} $1`, `${word} 1111`]) expect(await ids(text)).toEqual([]);
  expect(await ids((account.email as string).slice(1, -3))).toEqual([paymentId]);
  expect(await ids('quill casimira')).toContain(paymentId);
  for (const text of [`${word} Florist`, `\\${word}'s & | ! :* (`, "\\ '"]) expect(await ids(text)).toEqual([]);
  for (const text of ['$100', '100.00', '4242']) expect(await ids(text)).toContain(paymentId);
  for (const text of ['$1', 'nobody@mail.example', 'SL-999999999', '1111']) expect(await ids(text)).toEqual([]);
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
  expect((await find(`from=${today}&to=${today}&limit=100`)).map((payment: { id: number }) => payment.id)).toContain(
    paymentId,
  );
  expect(await find('to=2001-01-01')).toEqual([]);
  expect((await finance.get('/api/admin/payments?from=yesterday')).status).toBe(400);
});

it('Payments are found by the names on invoices, of the account’s business, and of listings that nobody sees', async () => {
  await db.updateTable('accounts').set({ business_name: 'Zanzibar Trading' }).where('id', '=', ownerId).execute();
  await owner.send('PUT', '/api/user/billing', { companyName: 'Ozymandias & Sons, Inc.', address: '1 Main St' });
  const { id } = await makeListing(db, { owner_id: ownerId, title: 'Xylophone Repair', business_name: 'Marimba 100%' });
  const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId: id });
  await confirmPaymentIntent(owner, intent);
  await returnFromPayment(owner, intent.intentId);
  const [{ id: paymentId }] = await payments();
  const finance = await api.signedInVisitor((await makeStaff(db, 'finance')).id);
  const ids = async (text: string) =>
    (await finance.get(`/api/admin/payments?find=${encodeURIComponent(text)}`)).body.map(
      (payment: { id: number }) => payment.id,
    );
  for (const text of ['trading zanzibar', 'sons ozymandias', 'OZYMAND', 'repair xyl', 'zanzibar 4242']) {
    expect(await ids(text), text).toEqual([paymentId]);
  }
  await db.updateTable('listings').set({ title: 'Glockenspiel Repair' }).where('id', '=', id).execute();
  const states = [
    { expires_at: new Date('2026-01-01') },
    { status: 'hidden', hidden_at: new Date(), hidden_from: 'active', hidden_reason: 'Wrong' },
    {
      status: 'deleted',
      deleted_at: new Date(),
      deleted_from: 'active',
      hidden_at: null,
      hidden_from: null,
      hidden_reason: null,
    },
  ] as const;
  for (const state of states) {
    await db.updateTable('listings').set(state).where('id', '=', id).execute();
    for (const text of ['glockenspiel', 'rep glock', '100% marimba']) {
      expect(await ids(text), `${text} ${JSON.stringify(state)}`).toEqual([paymentId]);
    }
    expect(await ids('glockenspiel florist')).toEqual([]);
  }
});

describe('A refund', () => {
  it('ends the paid level, and is in the ledger', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId });
    const intent = await createPaymentIntent(owner, { plan: 'monthly', listingId: id });
    await confirmPaymentIntent(owner, intent);
    await returnFromPayment(owner, intent.intentId);
    const [{ id: paymentId }] = await payments();
    const reason = 'It brought nobody';
    expect((await owner.post(`/api/user/payments/${paymentId}/refund-requests`, { reason })).status).toBe(201);
    expect((await owner.post(`/api/user/payments/${paymentId}/refund-requests`, { reason })).status).toBe(409);

    await db
      .insertInto('accounts')
      .values({ id: 1, username: 'admin', username_key: 'admin', password_hash: 'x' })
      .execute();
    const administrator = await api.signedInVisitor(1);
    const asked = await administrator.get('/api/admin/payments?refundRequested=true');
    expect(asked.body).toMatchObject([{ id: paymentId, refundRequest: { status: 'open', reason } }]);
    const { status, body } = await administrator.post(`/api/admin/payments/${paymentId}/refunds`, {
      reason: 'Asked for',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      refundedCents: 10_000,
      refundRequest: { status: 'granted' },
      term: { endedAt: expect.any(String) },
    });
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({ premium: false, level: 'free' });
    const ledger = await db
      .selectFrom('ledger')
      .select(['kind', 'amount_cents'])
      .where('payment_id', '=', paymentId)
      .execute();
    expect(ledger).toEqual([
      { kind: 'charge', amount_cents: 10_000 },
      { kind: 'refund', amount_cents: -10_000 },
    ]);
  });
});
