import { afterAll, describe, expect, it } from 'vitest';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { listingForm } from '#tests/support/listing-form.ts';

const api = await createTestApi();
afterAll(api.close);
const { id: ownerId } = await makeAccount(api.db);
const owner = await api.signedInVisitor(ownerId);

const createFormWith = (socialMedia: object) => listingForm({ socialMedia });

describe('A profile link', () => {
  it.each([
    ['facebook', 'https://www.facebook.com/salt', 'http://fb.com/salt', 'https://M.FACEBOOK.com/salt'],
    ['instagram', 'https://instagram.com/salt'],
    ['x', 'https://x.com/salt', 'https://mobile.twitter.com/salt'],
    ['tiktok', 'https://www.tiktok.com/@salt'],
    ['youtube', 'https://www.youtube.com/@salt', 'https://youtu.be/abc'],
    ['linkedin', 'https://www.linkedin.com/company/salt'],
    ['yelp', 'https://www.yelp.com/biz/salt', 'https://yelp.com'],
  ])('to %s may lead to its hosts and their subdomains', async (platform, ...links) => {
    for (const link of links) {
      const { status, body } = await owner.post('/api/drafts', createFormWith({ [platform]: link }));
      expect([link, status, body.issues]).toEqual([link, 201, undefined]);
    }
  });

  it.each([
    ['yelp', 'https://yelp.example/biz/salt', 'Enter an address on yelp.com'],
    ['yelp', 'https://notyelp.com/biz/salt', 'Enter an address on yelp.com'],
    ['yelp', 'https://yelp.com.evil.example/biz', 'Enter an address on yelp.com'],
    ['yelp', 'https://yelp.com@evil.example/biz', 'Enter an address on yelp.com'],
    ['yelp', 'https://evil.example/?https://yelp.com/', 'Enter an address on yelp.com'],
    ['yelp', 'https://www.facebook.com/salt', 'Enter an address on yelp.com'],
    ['facebook', 'https://fb.me/salt', 'Enter an address on facebook.com or fb.com'],
    ['linkedin', 'https://lnkd.in/abc', 'Enter an address on linkedin.com'],
    // What is no address has one message too.
    ['instagram', '@salt', 'Invalid address'],
  ])('to %s is not %s', async (platform, link, message) => {
    const { status, body } = await owner.post('/api/ads', createFormWith({ [platform]: link }));
    expect([status, body.issues]).toEqual([400, [{ path: `socialMedia.${platform}`, message }]]);
  });

  it('is sent by other names of platforms, and empty ones are none', async () => {
    const links = { Twitter: ' https://twitter.com/salt ', YELP: 'https://yelp.com/biz/salt', pinterest: ' ' };
    const { status, body } = await owner.post('/api/ads', createFormWith(links));
    expect(status).toBe(201);
    const { form, version } = (await owner.get(`/api/user/ads/${body.ad.id}`)).body;
    expect(form.socialMedia).toEqual({ x: 'https://twitter.com/salt', yelp: 'https://yelp.com/biz/salt' });
    const edited = { ...form, version, socialMedia: { twitter: 'https://x.com/salt' } };
    expect((await owner.send('PUT', `/api/user/ads/${body.ad.id}`, edited)).body.form.socialMedia).toEqual({
      x: 'https://x.com/salt',
    });
  });

  it.each(['pinterest', 'constructor', 'toString', 'hasOwnProperty'])(
    'to %s is refused by its name, because listings link to no such platform',
    async (platform) => {
      const { status, body } = await owner.post('/api/ads', createFormWith({ [platform]: 'https://a.example/salt' }));
      expect([status, body.issues]).toEqual([
        400,
        [
          {
            path: `socialMedia.${platform}`,
            message: 'Choose from Facebook, Instagram, X, TikTok, YouTube, LinkedIn, Yelp',
          },
        ],
      ]);
    },
  );

  it('is one of twenty at most', async () => {
    const links = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`site${i}`, 'https://a.example/']));
    expect((await owner.post('/api/ads', createFormWith(links))).body.issues).toHaveLength(21);
  });

  it('to another site that is stored already is kept for the owner, who corrects it, and not shown', async () => {
    const links = { instagram: 'https://instagram.com/salt', yelp: 'https://evil.example/yelp' };
    const { id } = (await owner.post('/api/ads', listingForm())).body.ad;
    const paid = { level: 'enhanced' as const, paid_until: new Date(Date.now() + 60_000) };
    await api.db
      .updateTable('listings')
      .set({ ...paid, social_media: JSON.stringify(links) })
      .where('id', '=', id)
      .execute();
    const shown = { instagram: links.instagram };
    expect((await api.get(`/api/ads/${id}`)).body.socialMedia).toEqual(shown);
    expect((await owner.get(`/api/user/ads/${id}/preview`)).body.socialMedia).toEqual(shown);

    const { form, version } = (await owner.get(`/api/user/ads/${id}`)).body;
    expect(form.socialMedia).toEqual(links);
    expect((await owner.send('PUT', `/api/user/ads/${id}`, { ...form, version })).body.issues).toEqual([
      { path: 'socialMedia.yelp', message: 'Enter an address on yelp.com' },
    ]);
  });
});
