import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { readEnv } from '#server/platform/env/env.ts';
import { makeListing } from '#server/site/seed/factories.ts';
import { FIREFOX, IPHONE } from '#tests/support/analytics.ts';
import { createTestApi } from '#tests/support/api.ts';
import { TEST_CARDS, toCardDetails } from '#tests/support/payments.ts';

// A client that knows the table of calls in the specification and nothing else, on a site with no settings: it sends JSON and forms over
// HTTP, keeps cookies, and sends no `Origin`. Its steps build on each other.

const site = await createTestApi();
const { db, http } = site;
await http.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
afterAll(site.close);

function createClient() {
  const cookies = new Map<string, string>();
  return async (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(origin + path, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: a client without types.
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as any };
  };
}

const visitor = createClient();
const owner = createClient();
const admin = createClient();

const NUMBER = expect.any(Number);
const TEXT = expect.any(String);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const orNull = (matcher: unknown) => expect.toSatisfy((value) => value === null || matches(value, matcher));
function matches(value: unknown, matcher: unknown) {
  try {
    expect(value).toEqual(matcher);
    return true;
  } catch {
    return false;
  }
}

/** An ad as section 3 names its fields. */
const AD = {
  id: NUMBER,
  title: TEXT,
  description: TEXT,
  imageUrl: orNull(TEXT),
  businessUrl: orNull(TEXT),
  locationId: NUMBER,
  createdAt: TIME,
  premium: expect.any(Boolean),
  isFeatured: expect.any(Boolean),
};
const expectAds = (ads: unknown) => {
  expect(ads).toEqual(expect.arrayContaining([expect.objectContaining(AD)]));
  for (const ad of ads as object[]) expect(ad).toMatchObject(AD);
};

const REGISTRATION = {
  businessName: 'Salt & Sons',
  email: 'owner@shop.example',
  username: 'salt-and-sons',
  password: 'surf-and-turf',
  confirmPassword: 'surf-and-turf',
};

/** An ad as it is submitted. */
const form = async () => ({
  title: 'Emergency plumber, day and night',
  description: 'Leaks, drains and water heaters, seen to the same day.',
  businessName: 'Golden Hour Plumbing',
  address: '100 Main St',
  city: 'Irvine',
  state: 'CA',
  zipCode: '92614',
  phone: '(949) 555-0100',
  email: 'hello@golden-hour.example',
  website: '',
  categoryId: String((await visitor('GET', '/api/categories')).body[0].id),
  locationId: '3',
  tagIds: [],
  imageUrl: '',
  premium: false,
});

beforeAll(async () => {
  await ensureAdministrator(db, { ...readEnv({}), ADMIN_PASSWORD: 'pelicans over the pier' });
  await makeListing(db, {});
  await makeListing(db, { level: 'premium', website: 'https://golden-hour.example/' });
});

describe('The calls of the specification', { shuffle: false }, () => {
  it('GET /api/user is 401 without a user', async () => {
    expect(await visitor('GET', '/api/user')).toEqual({ status: 401, body: { message: TEXT } });
  });

  it('POST /api/register makes an account, and the user is there when it is fetched again', async () => {
    const short = await owner('POST', '/api/register', {
      ...REGISTRATION,
      password: '12345',
      confirmPassword: '12345',
    });
    expect(short).toMatchObject({ status: 400, body: { message: TEXT, issues: [{ path: 'password' }, {}] } });
    const differing = await owner('POST', '/api/register', { ...REGISTRATION, confirmPassword: 'surf-and-surf' });
    expect(differing).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'confirmPassword', message: 'Passwords do not match' }] },
    });
    expect((await owner('POST', '/api/register', REGISTRATION)).status).toBe(201);
    expect(await owner('GET', '/api/user')).toMatchObject({
      status: 200,
      body: { id: NUMBER, username: REGISTRATION.username },
    });
    const taken = await visitor('POST', '/api/register', REGISTRATION);
    expect(taken).toMatchObject({ status: 409, body: { message: 'That username is taken' } });
  });

  it('POST /api/logout ends the session', async () => {
    expect((await owner('POST', '/api/logout')).status).toBe(200);
    expect((await owner('GET', '/api/user')).status).toBe(401);
  });

  it('POST /api/login opens one, and says why it does not', async () => {
    const { username, password } = REGISTRATION;
    expect(await owner('POST', '/api/login', { username, password: 'surf-and-surf' })).toEqual({
      status: 401,
      body: { message: TEXT },
    });
    expect((await owner('POST', '/api/login', { username, password })).status).toBe(200);
    expect((await owner('GET', '/api/user')).body).toMatchObject({ username });
  });

  it('GET /api/ads/recent is a list of ads', async () => {
    const { status, body } = await visitor('GET', '/api/ads/recent');
    expect(status).toBe(200);
    expectAds(body);
  });

  it('GET /api/ads/featured is a list of ads that are featured', async () => {
    const { status, body } = await visitor('GET', '/api/ads/featured');
    expect(status).toBe(200);
    expectAds(body);
    for (const ad of body) expect(ad).toMatchObject({ isFeatured: true, businessUrl: TEXT });
  });

  it('GET /api/ads/{id} is an ad, or says that it is missing', async () => {
    const [{ id }] = (await visitor('GET', '/api/ads/recent')).body;
    expect(await visitor('GET', `/api/ads/${id}`)).toMatchObject({ status: 200, body: { ...AD, id } });
    for (const missing of ['999999999', 'none'])
      expect((await visitor('GET', `/api/ads/${missing}`)).status, missing).toBe(404);
  });

  it('GET /api/locations is the list of locations with their ZIP codes', async () => {
    const { status, body } = await visitor('GET', '/api/locations');
    expect(status).toBe(200);
    for (const location of body) expect(location).toMatchObject({ id: NUMBER, name: TEXT, slug: TEXT });
    expect(body[0]).toMatchObject({ id: 1, name: 'Los Angeles', zipCodes: expect.arrayContaining(['90012']) });
    expect(body.find(({ id }: { id: number }) => id === 9)).toMatchObject({ name: 'Riverside' });
  });

  it('GET /api/categories is the list of categories', async () => {
    const { status, body } = await visitor('GET', '/api/categories');
    expect(status).toBe(200);
    const category = { id: NUMBER, name: TEXT, slug: TEXT, icon: TEXT, parentId: orNull(NUMBER) };
    for (const one of body) expect(one).toMatchObject(category);
  });

  it('GET /api/location/{slug}/ads is a list of ads', async () => {
    const { status, body } = await visitor('GET', '/api/location/orange-county/ads');
    expect(status).toBe(200);
    expectAds(body);
    expect(await visitor('GET', '/api/location/atlantis/ads')).toEqual({ status: 404, body: { message: TEXT } });
  });

  it('GET /api/zip/{zip}/ads is a location with its ads', async () => {
    const { status, body } = await visitor('GET', '/api/zip/92614/ads');
    expect([status, body.location]).toEqual([
      200,
      expect.objectContaining({ name: 'Orange County', slug: 'orange-county' }),
    ]);
    expectAds(body.ads);
    expect(await visitor('GET', '/api/zip/00000/ads')).toEqual({ status: 404, body: { message: TEXT } });
  });

  it('GET /api/category/{slug} is a category, and /ads its ads', async () => {
    const [{ category }] = (await visitor('GET', '/api/ads/recent')).body;
    const { status, body } = await visitor('GET', `/api/category/${category.slug}`);
    expect([status, body]).toMatchObject([200, { id: NUMBER, name: TEXT, slug: category.slug }]);
    const ads = await visitor('GET', `/api/category/${category.slug}/ads`);
    expect(ads.status).toBe(200);
    expectAds(ads.body);
    for (const path of ['', '/ads'])
      expect(await visitor('GET', `/api/category/none-such${path}`)).toEqual({ status: 404, body: { message: TEXT } });
  });

  it('POST /api/ads publishes a free ad, and names the fields that are wrong', async () => {
    expect(await visitor('POST', '/api/ads', await form())).toEqual({ status: 401, body: { message: TEXT } });
    const wrong = await owner('POST', '/api/ads', { ...(await form()), title: 'ab', website: 'golden' });
    expect(wrong).toEqual({
      status: 400,
      body: {
        message: TEXT,
        issues: [
          { path: 'title', message: 'Title must be at least 5 characters' },
          { path: 'website', message: 'Invalid website URL' },
        ],
      },
    });
    const { status, body } = await owner('POST', '/api/ads', await form());
    expect([status, body]).toEqual([201, { ad: expect.objectContaining({ id: NUMBER }), message: TEXT }]);
    expect((await visitor('GET', `/api/ads/${body.ad.id}`)).body).toMatchObject({ premium: false, isFeatured: false });
  });

  it('POST /api/ads of an unknown city says under which place the ad is found', async () => {
    const springfield = { ...(await form()), city: 'Springfield', zipCode: '92805', title: 'Plumber in Springfield' };
    expect((await owner('POST', '/api/ads', springfield)).body.corrected).toEqual([
      { path: 'city', message: expect.stringContaining('Anaheim') },
    ]);
  });

  it('POST /api/create-payment-intent from the post page takes the ad, and names the fields that are wrong', async () => {
    const adData = { ...(await form()), title: 'Premium plumber, day and night', premium: true };
    const request = (body: object) => owner('POST', '/api/create-payment-intent', body);
    expect(await request({ amount: 100, adData: { ...adData, title: 'ab' } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'title', message: 'Title must be at least 5 characters' }] },
    });
    expect(await request({ amount: 100, adData })).toMatchObject({ status: 201, body: { clientSecret: TEXT } });
  });

  it.each([10_000, 27_000, 51_000, 90_000])(
    'POST /api/create-payment-intent from checkout takes the %i cents of a plan',
    async (amount) => {
      const { status, body } = await owner('POST', '/api/create-payment-intent', { amount, description: 'Premium' });
      expect([status, body]).toMatchObject([201, { clientSecret: TEXT, amountCents: amount }]);
    },
  );

  /** Pays as the provider's script does, which the client does not write itself. */
  async function pay(order: object) {
    const { body: intent } = await owner('POST', '/api/create-payment-intent', order);
    const path = `/simulated-stripe/payment_intents/${intent.intentId}/confirm`;
    await owner('POST', path, { clientSecret: intent.clientSecret, card: toCardDetails(TEST_CARDS.success) });
    return intent.intentId as string;
  }

  async function postPaidForm(paymentIntent: string, changes: Record<string, string> = {}) {
    const { tagIds: _tags, premium: _premium, ...fields } = await form();
    const data = new FormData();
    const all = { paymentIntent, isPremium: 'true', ...fields, ...changes };
    for (const [name, value] of Object.entries(all)) data.append(name, value);
    return owner('POST', '/api/ads', data);
  }

  let premiumId: number;
  it('POST /api/ads after a payment takes the form with its profiles, also after one that was refused', async () => {
    const paymentIntent = await pay({ amount: 10_000, description: 'Premium Monthly' });
    expect(await postPaidForm(paymentIntent, { title: 'ab' })).toMatchObject({
      status: 400,
      body: { message: TEXT, issues: [{ path: 'title' }] },
    });
    const twitter = 'https://twitter.com/golden';
    const { status, body } = await postPaidForm(paymentIntent, {
      title: 'A paid plumber, day and night',
      'socialMedia.twitter': twitter,
      'socialMedia.facebook': '',
    });
    expect([status, body]).toMatchObject([201, { ad: { id: NUMBER }, message: TEXT }]);
    premiumId = body.ad.id;
    expect((await visitor('GET', `/api/ads/${premiumId}`)).body).toMatchObject({
      premium: true,
      isFeatured: true,
      socialMedia: { x: twitter },
    });
  });

  it('POST /api/ads after a payment for an ad answers the ad that was paid for', async () => {
    const adData = { ...(await form()), title: 'Paid before it is sent again', premium: true };
    const { status, body } = await postPaidForm(await pay({ amount: 100, adData }), { title: adData.title });
    expect([status, body.ad]).toMatchObject([201, { title: adData.title }]);
  });

  it('GET /api/ads/{id}/views lists the visits of a premium ad, whose devices can be told', async () => {
    for (const agent of [FIREFOX, IPHONE]) {
      const events = { events: [{ kind: 'view', ad: premiumId }] };
      await visitor('POST', '/api/events', events, { 'user-agent': agent, origin: 'http://localhost:3000' });
    }
    await site.flush();
    const { status, body } = await owner('GET', `/api/ads/${premiumId}/views`);
    expect([status, body.length]).toEqual([200, 2]);
    for (const view of body) expect(view).toMatchObject({ viewedAt: TIME, userAgent: TEXT, ipAddress: orNull(TEXT) });
    expect(body.map((view: { userAgent: string }) => /iPhone|iPad/.test(view.userAgent))).toContain(true);
    expect((await owner('GET', `/api/ads/${premiumId}/analytics`)).body.lifetimeViews).toBe(2);
    expect(await visitor('GET', `/api/ads/${premiumId}/views`)).toEqual({ status: 401, body: { message: TEXT } });
  });

  it('POST /api/contact takes the form, and says what is wrong', async () => {
    const message = {
      name: 'Ann Customer',
      email: 'ann@mail.example',
      inquiryType: 'general',
      subject: 'A question',
      message: 'When will my listing be shown?',
      recipientEmail: 'support@shop.example',
    };
    expect((await visitor('POST', '/api/contact', message)).status).toBe(201);
    expect(await visitor('POST', '/api/contact', { ...message, name: 'A' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'name', message: 'Name must be at least 2 characters.' }] },
    });
  });

  it('GET /api/admin/users answers account 1 alone', async () => {
    expect((await visitor('GET', '/api/admin/users')).status).toBe(401);
    expect(await owner('GET', '/api/admin/users')).toEqual({ status: 403, body: { message: TEXT } });
    const login = { username: 'admin', password: 'pelicans over the pier' };
    expect(await admin('POST', '/api/login', login)).toMatchObject({ status: 200, body: { id: 1 } });
    const { status, body } = await admin('GET', '/api/admin/users');
    expect(status).toBe(200);
    const user = { id: NUMBER, username: TEXT, isActive: true, suspendedAt: null, suspensionReason: null };
    for (const one of body) expect(one).toMatchObject(user);
  });

  it('POST /api/admin/users/{id}/suspend and /activate change the account, and the lists say so', async () => {
    const { id } = (await owner('GET', '/api/user')).body;
    const suspend = (body: object) => admin('POST', `/api/admin/users/${id}/suspend`, body);
    expect(await suspend({ reason: ' ' })).toMatchObject({ status: 400, body: { message: TEXT } });
    expect((await suspend({ reason: 'Sold what is not theirs' })).status).toBe(200);
    expect((await admin('GET', '/api/admin/users/suspended')).body).toMatchObject([
      { id, isActive: false, suspendedAt: TIME, suspensionReason: 'Sold what is not theirs', suspendedBy: 1 },
    ]);
    const { username, password } = REGISTRATION;
    const refused = await owner('POST', '/api/login', { username, password });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Sold what is not theirs') },
    });
    expect((await owner('GET', '/api/user')).status).toBe(401);

    expect((await admin('POST', `/api/admin/users/${id}/activate`)).status).toBe(200);
    expect((await admin('GET', '/api/admin/users/suspended')).body).toEqual([]);
    expect((await owner('POST', '/api/login', { username, password })).status).toBe(200);
  });
});
