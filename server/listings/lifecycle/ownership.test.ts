import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount, makeListing, makePhoto } from '#server/site/seed/factories.ts';
import { PASSWORD } from '#tests/support/api.ts';
import { createListeningApi } from '#tests/support/app-instance.ts';
import { recordInvalidations } from '#tests/support/import/import-file.ts';
import { listingForm } from '#tests/support/listing-form.ts';
import { hideAccountListings, listingPersonalData, showAccountListings } from './ownership.ts';

const api = await createListeningApi();
afterAll(api.close);

const within = (verb: typeof hideAccountListings, accountId: number) =>
  api.db.transaction().execute((trx) => verb(trx, accountId));

/** Runs a verb on the listings of an account and returns the surrogate keys that it invalidated. */
async function collectInvalidatedKeys(verb: typeof hideAccountListings, accountId: number) {
  const invalidations = await recordInvalidations(api.database);
  await within(verb, accountId);
  const received = await invalidations.takeReceived();
  await invalidations.close();
  return received.flat().sort();
}

/** Whether visitors see these listings. */
async function areVisible(...ids: number[]) {
  await api.awaitInvalidations();
  return Promise.all(ids.map(async (id) => (await api.get(`/api/ads/${id}`)).status === 200));
}

async function ownerOfTwo() {
  const { id: owner_id } = await makeAccount(api.db);
  const free = await makeListing(api.db, { owner_id });
  const paid = await makeListing(api.db, { owner_id, zip: '93301', category: 'bakeries', level: 'premium' });
  const others = await makeListing(api.db);
  return { owner_id, free: free.id, paid: paid.id, others: others.id };
}

describe('the listings of an account', () => {
  it('are hidden and shown together, without those of other accounts', async () => {
    const { owner_id, free, paid, others } = await ownerOfTwo();
    expect(await areVisible(free, paid, others)).toEqual([true, true, true]);
    await within(hideAccountListings, owner_id);
    expect(await areVisible(free, paid, others)).toEqual([false, false, true]);
    await within(showAccountListings, owner_id);
    expect(await areVisible(free, paid, others)).toEqual([true, true, true]);
  });

  it.each([
    ['hide', hideAccountListings],
    ['show', showAccountListings],
    ['erase', listingPersonalData.erase],
  ])('are invalidated by %s in everything that shows or counts them', async (_name, verb) => {
    const { owner_id, free, paid } = await ownerOfTwo();
    expect(await collectInvalidatedKeys(verb, owner_id)).toEqual(
      [
        ...['category:bakeries', 'category:food-grocery', 'category:home-services', 'category:plumbers'],
        ...['city:bakersfield', 'city:irvine', 'county:kern-county', 'county:orange-county', 'counts', 'featured'],
        ...[`listing:${free}`, `listing:${paid}`, 'location:kern', 'location:orange-county', 'recent'],
        ...['zip:92614', 'zip:93301'],
      ].sort(),
    );
  });

  it('are removed by erase', async () => {
    const { owner_id, free, paid, others } = await ownerOfTwo();
    expect(await areVisible(free, paid, others)).toEqual([true, true, true]);
    await within(listingPersonalData.erase, owner_id);
    expect(await areVisible(free, paid, others)).toEqual([false, false, true]);
    expect(await listingPersonalData.export(api.db, owner_id)).toEqual([]);
  });

  it('invalidate nothing if there are none', async () => {
    const { id } = await makeAccount(api.db);
    expect(await collectInvalidatedKeys(hideAccountListings, id)).toEqual([]);
  });

  it('are exported with every field of the form', async () => {
    const { id: owner_id } = await makeAccount(api.db);
    const visitor = await api.signedInVisitor(owner_id);
    const { id: logoId } = await makePhoto(api.db, owner_id);
    const form = listingForm({
      website: 'https://golden-hour.example/',
      imageUrl: 'https://golden-hour.example/front.jpg',
      socialMedia: { yelp: 'https://www.yelp.com/biz/golden-hour' },
      hours: { monday: 'all-day' },
      holidayNote: 'Closed on holidays',
      serviceArea: 'Orange County',
      languages: ['Español'],
      yearFounded: 1998,
      licenseNumber: 'CSLB 1012345',
      priceNotes: 'Service call $89, free estimates',
      headline: 'Same day, or you do not pay',
      tags: ['Drains', 'Water heaters'],
      faq: [{ question: 'Do you come on Sundays?', answer: 'Yes.\nFrom noon on.' }],
      review: { quote: 'Came within the hour.', author: 'Dana R.', relationship: 'none', attested: true },
      logo: { id: logoId, alt: 'A sun over the sea' },
      pin: { lat: 33.6812, lng: -117.8263 },
    });
    await visitor.post('/api/ads', form);
    const { listings } = (await visitor.get('/api/user/export')).body;
    const { zipCode, logo, hours, photos, premium, categoryId, locationId, pin, ...others } = form;
    const filledIn = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''));
    expect(listings).toMatchObject([
      {
        ...filledIn,
        lat: 33.6812,
        lng: -117.8263,
        pointSource: 'owner',
        zip: zipCode,
        logo: { alt: 'A sun over the sea' },
        location: 'Orange County',
        status: 'active',
      },
    ]);
    expect(listings[0]).toMatchObject({ hours: { monday: 'all-day' }, photos: [], level: 'free', deletedAt: null });
  });

  it('are deleted with their pictures when the account is deleted', async () => {
    const { id: owner_id } = await makeAccount(api.db);
    const visitor = await api.signedInVisitor(owner_id);
    const { id, name } = await makePhoto(api.db, owner_id);
    await visitor.post('/api/ads', listingForm({ photos: [{ id, alt: '' }] }));
    expect((await visitor.send('DELETE', '/api/user', { password: PASSWORD })).status).toBe(200);
    expect(await api.db.selectFrom('photos').selectAll().where('id', '=', id).execute()).toEqual([]);
    const stale = await api.db.selectFrom('stale_files').select('name').execute();
    expect(stale.filter((file) => file.name.startsWith(name))).toHaveLength(3);
  });
});
