import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { confirmPaymentIntent, createPaymentIntent, returnFromPayment } from '#tests/support/payments.ts';

const api = await createTestApi();
afterAll(api.close);

let owner: Visitor;
beforeEach(async () => {
  owner = await api.signedInVisitor((await makeAccount(api.db)).id);
});

/** The fields of the form, as texts. */
const FIELDS = {
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
  categoryId: '2',
  locationId: '3',
  imageUrl: '',
};

/** Pays what the checkout page sends: an amount, and no listing. */
async function pay() {
  const intent = await createPaymentIntent(owner, { amount: 10_000, description: 'Premium Monthly' });
  await confirmPaymentIntent(owner, intent);
  return intent.intentId;
}

const listOwnListings = async () => (await owner.get('/api/user/ads')).body.length;
const listCredits = async () => (await owner.get('/api/user/credits')).body.length;

describe('A paid form', () => {
  it.each([
    ['twitter', 'https://twitter.com/golden', 'x'],
    ['Twitter', 'https://x.com/golden', 'x'],
    ['X', 'https://x.com/golden', 'x'],
    ['Facebook', 'https://facebook.com/golden', 'facebook'],
  ])('names the profile on %s by its own word', async (name, link, platform) => {
    const intentId = await pay();
    const { status, body } = await returnFromPayment(owner, intentId, {
      ...FIELDS,
      [`socialMedia.${name}`]: link,
      'socialMedia.pinterest': '',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    expect((await api.get(`/api/ads/${body.ad.id}`)).body.socialMedia).toEqual({ [platform]: link });
    expect(await listCredits()).toBe(0);
  });

  it.each<[string, Record<string, string>, { path: string; message: string }]>([
    ['a short title', { title: 'ab' }, { path: 'title', message: 'Title must be at least 5 characters' }],
    [
      'a title of blanks',
      { title: '\u3164\u2800'.repeat(5) },
      { path: 'title', message: 'Title must be at least 5 characters' },
    ],
    ['no email', { email: '' }, { path: 'email', message: 'Invalid email address' }],
    ['a ZIP code elsewhere', { zipCode: '10001' }, { path: 'zipCode', message: expect.stringContaining('eight') }],
    ['a category that is none', { categoryId: '99999' }, { path: 'categoryId', message: 'Category is required' }],
    [
      'a platform that listings do not link to',
      { 'socialMedia.pinterest': 'https://pinterest.com/golden' },
      { path: 'socialMedia.pinterest', message: 'Choose from Facebook, Instagram, X, TikTok, YouTube, LinkedIn, Yelp' },
    ],
    [
      'a profile elsewhere',
      { 'socialMedia.twitter': 'https://evil.example/golden' },
      { path: 'socialMedia.twitter', message: 'Enter an address on x.com or twitter.com' },
    ],
    [
      'two profiles on one platform',
      { 'socialMedia.x': 'https://x.com/golden', 'socialMedia.twitter': 'https://x.com/silver' },
      { path: 'socialMedia.twitter', message: 'Enter one address for X' },
    ],
  ])('with %s is refused by its field, and the corrected one uses the payment', async (_what, changes, issue) => {
    const intentId = await pay();
    const refused = await returnFromPayment(owner, intentId, { ...FIELDS, ...changes });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Invalid input', issues: [issue] } });
    expect(await listOwnListings()).toBe(0);

    const corrected = await returnFromPayment(owner, intentId, FIELDS);
    expect(corrected).toMatchObject({ status: 201, body: { ad: { title: FIELDS.title, level: 'premium' } } });
    expect(await listCredits()).toBe(0);
    const again = await returnFromPayment(owner, intentId, FIELDS);
    expect(again.body.ad.id).toBe(corrected.body.ad.id);
    expect(await listOwnListings()).toBe(1);
  });

  it('in a city that its county does not have is told where it is found', async () => {
    const { status, body } = await returnFromPayment(owner, await pay(), { ...FIELDS, city: 'Springfield' });
    expect([status, body.corrected]).toEqual([
      201,
      [
        {
          path: 'city',
          message:
            'We don’t know a city named Springfield in Orange County. Visitors will find your listing under Irvine.',
        },
      ],
    ]);
  });

  it('without any field of a listing says that the ad information was not found', async () => {
    const intentId = await pay();
    const { status, body } = await returnFromPayment(owner, intentId);
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/^Your ad information was not found\. Please try submitting your ad again\./),
    ]);
    expect(body.issues).toBeUndefined();
  });
});
