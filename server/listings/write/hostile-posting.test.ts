import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { selectEveryNth } from '#tests/support/long-run.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let ownerId: number;
let owner: Visitor;
let listing: Awaited<ReturnType<typeof makeListing>>;
beforeAll(async () => {
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
  listing = await makeListing(db, { owner_id: ownerId });
});
beforeEach(() => db.deleteFrom('limits').execute());

const ROUTES = [
  { method: 'POST', path: '/api/ads' },
  { method: 'POST', path: '/api/drafts' },
  { method: 'PUT', path: '/api/user/ads/:id' },
] as const;
/** The same schema decides about the cases at each route: in the usual run the routes divide them among themselves. */
const selectFor = <T>(path: string, cases: readonly T[]) =>
  selectEveryNth(
    ROUTES.length,
    cases,
    ROUTES.findIndex((route) => route.path === path),
  );
const json = { 'content-type': 'application/json' };
const send = (method: 'POST' | 'PUT', path: string, body: unknown) =>
  owner.send(method, path.replace(':id', String(listing.id)), body, json);
const own = () => db.selectFrom('listings').selectAll().where('owner_id', '=', ownerId).execute();

const form = { ...listingForm(), version: 1 };
const FIELDS = Object.keys(form) as (keyof typeof form)[];
const TEXTS = FIELDS.filter((field) => typeof form[field] === 'string');

const WRONG: [string, unknown][] = [
  ['a list', ['long enough to pass']],
  ['an object', { $ne: null }],
  ['a number', 1e308],
  ['true', true],
  ['a zero byte', 'long\0enough to pass'],
  ['half a character', 'long\ud800enough to pass'],
  ['90 kB', 'x'.repeat(90_000)],
];

describe.each(ROUTES)('$method $path', ({ method, path }) => {
  it.each(selectFor(path, WRONG))('refuses %s in every text field and names the field', async (_what, value) => {
    for (const field of TEXTS) {
      const { status, body } = await send(method, path, { ...form, [field]: value });
      expect([field, status]).toEqual([field, 400]);
      expect(body.issues).toContainEqual({ path: field, message: expect.stringMatching(/\w/) });
    }
    expect(await own()).toEqual([listing]);
  });

  it.each(
    selectFor<[string, object]>(path, [
      ['no list of languages', { languages: 'English' }],
      ['languages that are none', { languages: [null, 1, {}] }],
      ['a zero byte in a language', { languages: ['Eng\0lish'] }],
      ['eleven languages', { languages: Array(11).fill('English') }],
      ['another platform', { socialMedia: { constructor: 'https://golden-hour.example' } }],
      ['a script for a profile', { socialMedia: { yelp: 'javascript:alert(1)' } }],
      ['a profile with a zero byte', { socialMedia: { yelp: 'https://yelp.com/\0' } }],
      ['a profile with half a character', { socialMedia: { yelp: 'https://yelp.com/\udfff' } }],
      ['profiles as a list', { socialMedia: ['https://yelp.com'] }],
      ['times that are none', { hours: { monday: [{ opens: '25:00', closes: '26:00' }] } }],
      ['hours with a zero byte', { hours: { monday: [{ opens: '08:00\0', closes: '17:00' }] } }],
      ['a thousand spans', { hours: { monday: Array(1000).fill({ opens: '08:00', closes: '17:00' }) } }],
      ['forty-one special days', { specialHours: Array.from({ length: 41 }, (_, i) => closedOn(`01-${i}`)) }],
      ['special hours on no date', { specialHours: [closedOn('2026-02-30')] }],
      ['special hours on a name of an object', { specialHours: [closedOn('__proto__')] }],
      ['special hours with a zero byte', { specialHours: [closedOn('12-24\0')] }],
      ['special hours without hours', { specialHours: [{ on: '12-24', hours: null }] }],
      ['special hours as an object', { specialHours: { 0: closedOn('12-24') } }],
      ['a year as text', { yearFounded: '1998' }],
      ['a year beyond numbers', { yearFounded: 1e300 }],
      ['tags as text', { tags: 'drains' }],
      ['eleven tags', { tags: Array.from({ length: 11 }, (_, i) => `tag ${i}`) }],
      ['a tag of one letter', { tags: ['x'] }],
      ['a tag with a zero byte', { tags: ['dra\0ins'] }],
      ['six questions', { faq: Array(6).fill({ question: 'Why?', answer: 'So.' }) }],
      ['a question without an answer', { faq: [{ question: 'Why?' }] }],
      ['an answer with half a character', { faq: [{ question: 'Why?', answer: '\ud83c' }] }],
      ['a book for an answer', { faq: [{ question: 'Why?', answer: 'x'.repeat(501) }] }],
      ['questions as an object', { faq: { 0: { question: 'Why?', answer: 'So.' } } }],
      ['words of nobody', { review: { quote: 'Good', author: ' ' } }],
      ['a review as text', { review: 'Good' }],
      ['a headline of 81 letters', { headline: 'x'.repeat(81) }],
      ['pictures as numbers', { photos: [1, 2] }],
      ['a picture beyond 2^53', { photos: [{ id: 2 ** 53 + 2, alt: '' }] }],
      ['a picture below one', { logo: { id: -1, alt: '' } }],
      ['half a picture', { logo: { id: 1.5, alt: '' } }],
      [
        'a picture twice',
        {
          photos: [
            { id: 1, alt: '' },
            { id: 1, alt: '' },
          ],
        },
      ],
      ['half a character in what a picture shows', { logo: { id: 1, alt: '\ud83c' } }],
      ['four pictures', { photos: [1, 2, 3, 4].map((id) => ({ id, alt: '' })) }],
      ['a category beyond numbers', { categoryId: '99999999999999999999' }],
      ['a category that is a number', { categoryId: 5 }],
      ['a category that is in no list', { categoryId: '99999' }],
      ['premium as text', { premium: 'no' }],
      ['a website of scripts', { website: 'javascript:alert(1)//.example' }],
      ['a website of data', { website: 'data:text/html,<script>alert(1)</script>' }],
      ['a website on this machine', { website: 'http://localhost/' }],
      ['an image of scripts', { imageUrl: ' java\tscript:alert(1)' }],
      ['an image behind a zero byte', { imageUrl: 'https://golden-hour.example/\0.png' }],
    ]),
  )('refuses %s', async (_what, values) => {
    const { status, body } = await send(method, path, { ...form, ...values });
    expect(status).toBe(400);
    expect(body.issues.length).toBeGreaterThan(0);
    expect(await own()).toEqual([listing]);
  });

  it.each(
    selectFor(path, [
      ['nothing', '{}', 400],
      ['a list', `[${JSON.stringify(form)}]`, 400],
      ['null', 'null', 400],
      ['a text', '"form"', 400],
      ['a broken end', JSON.stringify(form).slice(0, -1), 400],
      ['a prototype', `{"__proto__":{"owner_id":1},${JSON.stringify(form).slice(1)}`, 400],
      ['a megabyte', JSON.stringify({ ...form, description: 'x'.repeat(1_000_000) }), 413],
      ['nesting without end', `${'['.repeat(40_000)}${']'.repeat(40_000)}`, 400],
    ] as const),
  )('refuses %s', async (_what, body, expected) => {
    const { status, body: responseBody } = await send(method, path, body);
    expect(status).toBe(expected);
    expect(responseBody.message).toMatch(/\w/);
    expect(await own()).toEqual([listing]);
  });
});

const IDS = ['0', '-1', '1.5', 'abc', '9007199254740993', '9'.repeat(30), '1e3x', '%00', '__proto__', "1'--"];
it.each(IDS)('no listing of the account has the id %s', async (id) => {
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/preview'],
    ['PUT', ''],
    ['DELETE', ''],
    ...['publish', 'pause', 'resume', 'renew', 'undelete', 'duplicate'].map((act) => ['POST', `/${act}`] as const),
  ] as const) {
    const { status } = await owner.send(method, `/api/user/ads/${id}${path}`, method === 'PUT' ? form : undefined);
    expect([path, status]).toEqual([path, 404]);
  }
});

it.each(['0', '-1', '1.5', '1', null, 2 ** 53, [1]])('an edit with version %j is refused', async (version) => {
  expect((await send('PUT', '/api/user/ads/:id', { ...form, version })).status).toBe(400);
});

it('text of any language is stored as people see it, without what turns its direction', async () => {
  const texts = {
    title: 'مخبز الشمس ☀️ 日の出',
    description: 'Zażółć gęślą jaźń 👩‍👩‍👧‍👦 e\u0301\u0323\nשלום, <b>bold</b> & "quoted" back'.normalize('NFC'),
    businessName: '<script>alert(1)</script>',
    address: "1 O'Farrell St; drop table listings --",
    serviceArea: '{{7*7}} %s \\ \\\\',
  };
  const owner = await api.signedInVisitor((await makeAccount(db)).id);
  const { status, body } = await owner.post('/api/ads', listingForm({ ...texts, title: `\u202e${texts.title}` }));
  expect(status).toBe(201);
  expect((await owner.get(`/api/user/ads/${body.ad.id}`)).body.form).toMatchObject(texts);
  expect((await api.get(`/api/ads/${body.ad.id}`)).body).toMatchObject(texts);
});

const closedOn = (on: string) => ({ on, hours: 'closed' });
