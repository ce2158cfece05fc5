import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ZIP_OUTSIDE_AREA_MESSAGE } from '#contract/listing-form.ts';
import { makeAccount, makeListing } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm, newIdempotencyKey, sendListingForm } from '#tests/support/listing-form.ts';
import { waitForEmptyMailQueue } from '#tests/support/mail-queue.ts';

const api = await createTestApi();
afterAll(api.close);
const { db } = api;

let ownerId: number;
let owner: Visitor;
beforeEach(async () => {
  ({ id: ownerId } = await makeAccount(db));
  owner = await api.signedInVisitor(ownerId);
});

const send = (form: object, key?: string, path?: string, visitor = owner) => sendListingForm(visitor, form, key, path);
const own = () => db.selectFrom('listings').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute();

describe('a free listing', () => {
  it('is published at once for 30 days', async () => {
    const { status, body } = await send(listingForm());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      message: 'Your free listing has been published.',
      ad: {
        status: 'active',
        level: 'free',
        expired: false,
        paidUntil: null,
        views: 0,
        version: 1,
        hiddenReason: null,
      },
    });
    const shown = await api.get(`/api/ads/${body.ad.id}`);
    expect(shown.body).toMatchObject({
      title: 'Golden Hour Plumbing',
      businessUrl: null,
      imageUrl: null,
      unclaimed: false,
      county: { slug: 'orange-county' },
      city: { name: 'Irvine', slug: 'irvine' },
      locationId: 3,
    });
    const days = (Date.parse(body.ad.expiresAt) - Date.parse(body.ad.createdAt)) / 86_400_000;
    expect(days).toBe(30);
  });

  it('is answered as the account shows it', async () => {
    const { body } = await send(listingForm({ website: 'https://golden-hour.example', zipCode: '90001' }));
    expect((await owner.get('/api/user/ads')).body).toEqual([body.ad]);
  });

  it('is confirmed to its owner by one email', async () => {
    const key = newIdempotencyKey();
    const { email } = (await owner.get('/api/user')).body;
    const [first] = await Promise.all([send(listingForm(), key), send(listingForm(), key)]);
    await send(listingForm(), key);
    await send(listingForm({ title: 'Another title' }), newIdempotencyKey(), '/api/drafts');
    const last = await send(listingForm({ title: 'The last one' }), newIdempotencyKey());
    await waitForEmptyMailQueue(api.db);
    const mailedIds = api.emails.filter(({ to }) => to === email).map(({ text }) => /ads\/(\d+)/.exec(text)?.[1]);
    expect(mailedIds.sort()).toEqual([first?.body.ad.id, last.body.ad.id].map(String).sort());
  });

  it('stores every field of the form', async () => {
    const filled = {
      address: '1 Ocean Ave, Suite 2',
      zipCode: '92614-1234',
      website: 'HTTPS://golden-hour.example/water?a=1&b=2',
      imageUrl: 'https://golden-hour.example/front.jpg',
      socialMedia: { yelp: 'https://m.yelp.com/biz', facebook: '', instagram: 'https://instagram.com/a' },
      hours: { monday: [{ opens: '08:00', closes: '12:00' }], sunday: 'closed' },
      specialHours: [
        { on: 'thanksgiving', hours: 'closed' },
        { on: '12-31', hours: [{ opens: '20:00', closes: '02:00' }] },
      ],
      holidayNote: 'Closed on New Year’s Day',
      serviceArea: 'Orange County',
      languages: ['English', 'Español'],
      yearFounded: 1998,
      licenseNumber: 'CSLB 1012345',
      priceNotes: 'Service call $89, free estimates',
      headline: 'Same day, or you do not pay',
      tags: ['Drains', 'Water heaters'],
      faq: [{ question: 'Do you come on Sundays?', answer: 'Yes.\nFrom noon on.' }],
      review: { quote: 'Came within the hour.', author: 'Dana R.', relationship: 'none', attested: true },
    };
    const { body } = await send(listingForm(filled));
    const { form } = (await owner.get(`/api/user/ads/${body.ad.id}`)).body;
    expect(form).toEqual({
      ...listingForm(filled),
      zipCode: '92614',
      website: 'https://golden-hour.example/water?a=1&b=2',
      socialMedia: { instagram: 'https://instagram.com/a', yelp: 'https://m.yelp.com/biz' },
      hours: {
        ...{ monday: [{ opens: '08:00', closes: '12:00' }], tuesday: null, wednesday: null, thursday: null },
        ...{ friday: null, saturday: null, sunday: 'closed' },
      },
    });
  });

  it('shows special hours with their next dates, without those that are past', async () => {
    const thisYear = new Date().getUTCFullYear();
    const specialHours = [
      { on: `${thisYear - 1}-12-24`, hours: 'all-day' },
      { on: '12-25', hours: 'closed' },
      { on: 'thanksgiving', hours: 'closed' },
    ];
    const { body } = await send(listingForm({ specialHours }));
    const listing = (await api.get(`/api/ads/${body.ad.id}`)).body;
    expect(listing.specialHours).toEqual(specialHours.slice(1));
    // Within a year and a day a movable holiday can come twice.
    const holidays = listing.specialDates.map(({ holiday }: { holiday: string }) => holiday);
    expect(new Set(holidays)).toEqual(new Set(['Christmas Day', 'Thanksgiving Day']));
    expect(listing.specialDates).toContainEqual({
      date: expect.stringMatching(/^\d{4}-12-25$/),
      holiday: 'Christmas Day',
      hours: 'closed',
    });
    const dates = listing.specialDates.map(({ date }: { date: string }) => date);
    expect(dates).toEqual(dates.toSorted());
  });

  it.each([
    ['Springfield', '92805', 'Orange County', 'Anaheim'],
    ['Bakersfield', '92614', 'Orange County', 'Irvine'],
    ['Sacramento', '92101-1234', 'San Diego County', 'San Diego'],
  ])('in %s %s, which %s does not have, is told that it is under %s', async (city, zipCode, county, place) => {
    const message = `We don’t know a city named ${city} in ${county}. Visitors will find your listing under ${place}.`;
    const corrected = [{ path: 'city', message }];
    const form = listingForm({ city, zipCode });
    const posted = await owner.post('/api/ads', form);
    expect([posted.status, posted.body.corrected]).toEqual([201, corrected]);
    expect((await api.get(`/api/ads/${posted.body.ad.id}`)).body.city.name).toBe(place);

    const edit = (changes: object) => owner.send('PUT', `/api/user/ads/${posted.body.ad.id}`, { ...form, ...changes });
    expect((await edit({ version: 1 })).body.corrected).toEqual(corrected);
    expect((await edit({ version: 2, city: ` ${place.toUpperCase()} ` })).body.corrected).toBeUndefined();
    expect((await owner.post('/api/drafts', { ...form, title: 'Another draft' })).body.corrected).toEqual(corrected);
    expect((await owner.post('/api/ads', listingForm())).body.corrected).toBeUndefined();
  });

  it('is classified by its ZIP code, and by the place of that county with the name of its city', async () => {
    const postAndGetPlace = async (form: object) => {
      const { body } = await send(listingForm(form));
      const { city, county, zipCode } = (await api.get(`/api/ads/${body.ad.id}`)).body;
      return [city.name, city.slug, county.slug, zipCode];
    };
    expect(await postAndGetPlace({ city: '  newport BEACH' })).toEqual([
      'Newport Beach',
      'newport-beach',
      'orange-county',
      '92614',
    ]);
    expect(await postAndGetPlace({ city: 'Bakersfield' })).toEqual(['Irvine', 'irvine', 'orange-county', '92614']);
    expect(await own().then((rows) => rows.map(({ city }) => city))).toEqual(['Newport Beach', 'Bakersfield']);
  });

  it('in California, however its name is written, is in CA', async () => {
    for (const state of ['ca', 'California', 'Calif.']) {
      const { body } = await send(listingForm({ title: `In ${state} by name`, state }));
      expect((await owner.get(`/api/user/ads/${body.ad.id}`)).body.form.state).toBe('CA');
    }
  });

  it.each<[string, object, string, string]>([
    ['a ZIP code outside our area', { zipCode: '94103' }, 'zipCode', ZIP_OUTSIDE_AREA_MESSAGE],
    ['an unknown category', { categoryId: '999999' }, 'categoryId', 'Category is required'],
    ['an unknown location', { locationId: '10' }, 'locationId', 'Location is required'],
    ['a year in the future', { yearFounded: 2099 }, 'yearFounded', 'Enter this year or earlier'],
    ['a short title', { title: 'abcd' }, 'title', 'Title must be at least 5 characters'],
    ['a phone number without an area code', { phone: '(555) 010-0' }, 'phone', 'Phone number is required'],
    ['letters that are too few to dial', { phone: '949-PIZZAS' }, 'phone', 'Phone number is required'],
    [
      'a phone number that nobody can have',
      { phone: '(949) 155-0100' },
      'phone',
      'This isn’t a phone number. Check its digits.',
    ],
    [
      'a phone number that a spreadsheet rounded',
      { phone: '9.4955501E+09' },
      'phone',
      'A spreadsheet dropped digits of this number. Enter all ten.',
    ],
    ['an extension instead of a number', { phone: '555-0100 ext 1234' }, 'phone', 'Phone number is required'],
    [
      'another state',
      { state: 'NV' },
      'state',
      'We list businesses in eight counties of Southern California, so the state is CA',
    ],
    ['a website of another scheme', { website: 'ftp://golden-hour.example' }, 'website', 'Invalid website URL'],
    ['an unknown picture', { photos: [{ id: 123, alt: '' }] }, 'photos.0', 'Please upload this photo again'],
  ])('is refused with %s', async (_what, form, path, message) => {
    const { status, body } = await send(listingForm(form));
    expect(status).toBe(400);
    expect(body.issues).toContainEqual({ path, message });
    expect(await own()).toEqual([]);
  });

  it('is refused and not stored if the form selects the premium level', async () => {
    const { status, body } = await send(listingForm({ premium: true }));
    expect(status).toBe(402);
    expect(body).toEqual({ message: 'A premium listing goes live when you’ve paid for it.' });
    expect(await own()).toEqual([]);
  });

  it('is refused without a session, whatever the request contains', async () => {
    for (const form of [listingForm(), {}]) {
      const { status, body } = await send(form, undefined, '/api/ads', api.visitor());
      expect([status, body]).toEqual([401, { message: 'Please sign in to continue.' }]);
    }
  });

  it('is refused if the account is suspended during the request', async () => {
    // The lock delays the posting until the suspension is committed.
    let response: ReturnType<typeof send> | undefined;
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('accounts')
        .set({ is_active: false, suspended_at: new Date(), suspension_reason: 'Spam' })
        .where('id', '=', ownerId)
        .execute();
      response = send(listingForm());
      while (!(await isWaiting())) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    expect((await response)?.status).toBe(401);
    expect(await own()).toEqual([]);
  });
});

describe('a draft', () => {
  it('is visible only to its owner', async () => {
    const { status, body } = await send(listingForm({ premium: true }), newIdempotencyKey(), '/api/drafts');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      message: 'Your listing is saved as a draft.',
      ad: { status: 'draft', expiresAt: null, level: 'free' },
    });
    const path = `/api/user/ads/${body.ad.id}`;
    expect((await api.get(`/api/ads/${body.ad.id}`)).status).toBe(404);
    expect((await owner.get(`${path}/preview`)).body).toMatchObject({ id: body.ad.id, title: 'Golden Hour Plumbing' });
    const other = await api.signedInVisitor((await makeAccount(db)).id);
    for (const address of [path, `${path}/preview`]) expect((await other.get(address)).status).toBe(404);
  });

  it('is published as a new listing', async () => {
    const { body } = await send(listingForm(), newIdempotencyKey(), '/api/drafts');
    const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000);
    await db.updateTable('listings').set({ created_at: tenDaysAgo }).where('id', '=', body.ad.id).execute();
    const published = await owner.post(`/api/user/ads/${body.ad.id}/publish`);
    expect(published.status).toBe(200);
    expect(published.body).toMatchObject({ status: 'active', expired: false });
    expect((await api.get('/api/ads/recent?limit=1')).body).toMatchObject([{ id: body.ad.id }]);
  });

  it('is published when the same form is posted', async () => {
    const key = newIdempotencyKey();
    const draft = await send(listingForm({ premium: true }), key, '/api/drafts');
    const posted = await send(listingForm(), key);
    expect(posted.body.ad).toMatchObject({ id: draft.body.ad.id, status: 'active' });
    expect((await send(listingForm({ premium: true }), newIdempotencyKey(), '/api/drafts')).body).toMatchObject({
      message: 'You’ve already created this listing.',
      ad: { id: draft.body.ad.id, status: 'active' },
    });
  });

  it('is created as a copy of a listing, once until the copy is edited', async () => {
    const { body } = await send(listingForm({ languages: ['English'], hours: { monday: 'all-day' } }));
    const copies = await Promise.all([1, 2].map(() => owner.post(`/api/user/ads/${body.ad.id}/duplicate`)));
    expect(copies.map(({ status }) => status).sort()).toEqual([200, 201]);
    const [copy] = copies;
    expect(copy?.body.ad).toMatchObject({ status: 'draft', version: 1 });
    const read = async (id: number) => (await owner.get(`/api/user/ads/${id}`)).body.form;
    expect(await read(copy?.body.ad.id)).toEqual(await read(body.ad.id));
    await owner.send('PUT', `/api/user/ads/${copy?.body.ad.id}`, { ...listingForm({ title: 'The copy' }), version: 1 });
    expect((await owner.post(`/api/user/ads/${body.ad.id}/duplicate`)).status).toBe(201);
  });

  it('without the required fields is not published', async () => {
    const { id } = await makeListing(db, { owner_id: ownerId, status: 'draft', phone: null, email: null });
    const { status, body } = await owner.post(`/api/user/ads/${id}/publish`);
    expect(status).toBe(400);
    expect(body.issues).toEqual([
      { path: 'phone', message: 'Phone number is required' },
      { path: 'email', message: 'Invalid email address' },
    ]);
    expect((await own())[0]?.status).toBe('draft');
  });
});

/** Whether a statement waits for a lock. */
async function isWaiting() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
