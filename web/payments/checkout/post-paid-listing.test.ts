import { afterEach, describe, expect, it, vi } from 'vitest';
import { postPaidListing } from './post-paid-listing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Stubs the API with a response; the returned function gives the request that was sent. */
function stubApi(status: number, body: object) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return () => {
    const [path, request] = fetch.mock.calls[0] ?? [];
    return { path, ...request, fields: Object.fromEntries(request?.body as FormData) };
  };
}

describe('Posting a paid listing', () => {
  it('sends a multipart form with the session, the payment and the fields', async () => {
    const posted = { ad: { id: 7 }, message: 'Your premium listing is live.' };
    const getRequest = stubApi(201, posted);
    const fields = {
      title: 'Kayaks',
      website: '',
      premium: true,
      yearFounded: 1998,
      socialMedia: { facebook: 'https://facebook.com/kayaks', instagram: '', x: undefined },
      hours: { monday: 'closed' },
      photos: ['a'],
      logo: null,
    };
    expect(await postPaidListing('pi_1', fields)).toEqual(posted);
    expect(getRequest()).toMatchObject({ path: '/api/ads', method: 'POST', credentials: 'include' });
    expect(getRequest().fields).toEqual({
      paymentIntent: 'pi_1',
      isPremium: 'true',
      title: 'Kayaks',
      website: '',
      yearFounded: '1998',
      'socialMedia.facebook': 'https://facebook.com/kayaks',
    });
  });

  it('fails with the message of the API, or a default message if there is none', async () => {
    stubApi(409, { message: 'This listing is hidden, so you can’t pay for it.' });
    await expect(postPaidListing('pi_1', {})).rejects.toThrow('This listing is hidden, so you can’t pay for it.');
    stubApi(500, {});
    await expect(postPaidListing('pi_1', {})).rejects.toThrow('Failed to create premium listing');
  });

  it('fails without a message when the site is not reached, so that the page supplies one', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(postPaidListing('pi_1', {})).rejects.toMatchObject({ status: 0, message: '' });
  });
});
