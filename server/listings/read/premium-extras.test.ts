import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi, type Visitor } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);

const EXTRAS = {
  headline: 'Same day, or you do not pay',
  tags: ['Drains', 'Water heaters'],
  faq: [{ question: 'Do you come on Sundays?', answer: 'Yes.\nFrom noon on.' }],
  review: { quote: 'Came within the hour.', author: 'Dana R.', relationship: 'none', attested: true },
};
const NONE = { headline: null, tags: [], faq: [], review: null };

let owner: Visitor;
beforeEach(async () => {
  owner = await api.signedInVisitor((await makeAccount(api.db)).id);
});

/** Creates a listing of a level with every field of premium listings. */
async function createListingAt(level: 'free' | 'enhanced' | 'premium', days = 30): Promise<number> {
  const { body } = await owner.post('/api/ads', listingForm(EXTRAS));
  const paid_until = level === 'free' ? null : new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  await api.db.updateTable('listings').set({ level, paid_until }).where('id', '=', body.ad.id).execute();
  return body.ad.id;
}

describe('The headline, tags, questions and review of a listing', () => {
  it('are public at the premium level', async () => {
    const id = await createListingAt('premium');
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({ ...EXTRAS, writtenIn: 'en' });
    expect((await owner.get(`/api/user/ads/${id}/preview`)).body).toMatchObject(EXTRAS);
  });

  it.each([
    ['free', 30],
    ['enhanced', 30],
    // The paid term has ended.
    ['premium', -1],
  ] as const)('are stored for the owner but not public at the level %s for %i days', async (level, days) => {
    const id = await createListingAt(level, days);
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject(NONE);
    expect((await owner.get(`/api/user/ads/${id}/preview`)).body).toMatchObject(NONE);
    expect((await owner.get(`/api/user/ads/${id}`)).body.form).toMatchObject(EXTRAS);
  });

  it('are not on cards', async () => {
    const id = await createListingAt('premium');
    const { body } = await api.get('/api/ads/recent');
    const card = body.find((ad: { id: number }) => ad.id === id);
    expect(Object.keys(card).filter((name) => name in EXTRAS)).toEqual([]);
  });

  it('are changed and removed by an edit', async () => {
    const id = await createListingAt('premium');
    const { version } = (await owner.get(`/api/user/ads/${id}`)).body;
    const edited = await owner.send('PUT', `/api/user/ads/${id}`, { ...listingForm({ tags: ['Leaks'] }), version });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    expect((await api.get(`/api/ads/${id}`)).body).toMatchObject({ ...NONE, tags: ['Leaks'] });
  });

  it('are copied with the listing', async () => {
    const { body } = await owner.post(`/api/user/ads/${await createListingAt('free')}/duplicate`);
    expect((await owner.get(`/api/user/ads/${body.ad.id}`)).body.form).toMatchObject(EXTRAS);
  });

  it('are optional, and the tag ids of older forms are accepted', async () => {
    const { headline: _h, tags: _t, faq: _f, review: _r, ...older } = listingForm();
    const { status, body } = await owner.post('/api/ads', { ...older, tagIds: ['12', 'plumbing'] });
    expect(status).toBe(201);
    expect((await owner.get(`/api/user/ads/${body.ad.id}`)).body.form).toMatchObject({ ...NONE, headline: '' });
  });

  it.each<[string, object, string, string]>([
    ['a long headline', { headline: 'x'.repeat(81) }, 'headline', 'Headline must be at most 80 characters'],
    ['a short tag', { tags: ['Leaks', ' a '] }, 'tags.1', 'Tags must be at least 2 characters'],
    ['too many tags', { tags: Array.from({ length: 11 }, (_, i) => `tag ${i}`) }, 'tags', 'You can add up to 10 tags'],
    ['half a question', { faq: [{ question: 'Why?', answer: '' }] }, 'faq.0.answer', 'Enter an answer'],
    [
      'a review without a name',
      { review: { quote: 'Good', author: '', relationship: 'none', attested: true } },
      'review.author',
      'Enter the customer’s name',
    ],
    [
      'a review that does not say what the customer is to the business',
      { review: { quote: 'Good', author: 'Dana R.', attested: true } },
      'review.relationship',
      'Choose one',
    ],
    [
      'a review that nobody attests',
      { review: { quote: 'Good', author: 'Dana R.', relationship: 'none', attested: false } },
      'review.attested',
      'Please confirm this',
    ],
  ])('are refused with %s', async (_what, form, path, message) => {
    const { status, body } = await owner.post('/api/ads', listingForm(form));
    expect(status).toBe(400);
    expect(body.issues).toContainEqual({ path, message });
  });
});
