import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import type { Api } from '#server/platform/http/api.ts';
import { makeAccount } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';
import { checkOrigin } from './origin-check.ts';

const api = await createTestApi();
afterAll(api.close);

const ORIGIN = 'http://localhost:3000';
const REFUSED = { message: 'This request didn’t come from our site.' };

/** Signs out with only these headers. */
const sendWith = (headers: Record<string, string>) => api.request('POST', '/api/logout', { headers });

describe('a request that changes data', () => {
  it.each([
    ['Sec-Fetch-Site is same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['there is only our Origin, as from older browsers', { origin: ORIGIN }],
    ['it has both headers', { 'sec-fetch-site': 'same-origin', origin: ORIGIN }],
    ['it has neither header, as from curl', {}],
    ['it has neither header, but the referrer of another site', { referer: 'https://evil.example/' }],
    // The page is at another name of this server than ORIGIN says: no page can set the header.
    [
      'Sec-Fetch-Site is same-origin, at another name',
      { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:3000' },
    ],
  ])('is accepted when %s', async (_why, headers) => {
    expect((await sendWith(headers)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['its origin is null', { origin: 'null' }],
    ['its origin is empty', { origin: '' }],
    ['its origin is another site', { origin: 'https://evil.example' }],
    ['its origin only begins like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['its origin has ours in it', { origin: 'http://evil.example/http://localhost:3000' }],
    ['its origin has our name before an @', { origin: 'http://localhost:3000@evil.example' }],
    ['its origin is ours with https', { origin: 'https://localhost:3000' }],
    ['its origin is ours at another port', { origin: 'http://localhost:3001' }],
    ['its origin is ours without the port', { origin: 'http://localhost' }],
    ['its origin ends with a slash', { origin: 'http://localhost:3000/' }],
    ['its origin is ours in capitals', { origin: 'HTTP://LOCALHOST:3000' }],
    ['its origin is our address by number', { origin: 'http://127.0.0.1:3000' }],
    ['its referrer is ours, but not its origin', { origin: 'https://evil.example', referer: `${ORIGIN}/account` }],
    ['Sec-Fetch-Site is cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site is same-site', { 'sec-fetch-site': 'same-site' }],
    ['Sec-Fetch-Site is none', { 'sec-fetch-site': 'none' }],
    ['Sec-Fetch-Site is cross-site, even with our Origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
    ['Sec-Fetch-Site is invalid', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['it is sent to the name of its origin', { origin: 'http://evil.example', host: 'evil.example' }],
    ['X-Forwarded-Host has its origin', { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' }],
  ])('is refused when %s', async (_why, headers) => {
    const response = await sendWith(headers);
    expect([response.status, response.body]).toEqual([403, REFUSED]);
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('is refused for every method that changes data and every path', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const url of ['/api/user', '/api/login', '/api/nothing', '/account', '/'])
        for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
          expect([method, url, (await api.request(method, url, { headers })).status]).toEqual([method, url, 403]);
  });

  it('changes nothing when it is refused', async () => {
    const { username } = await makeAccount(api.db);
    const visitor = api.visitor();
    await visitor.signIn(username);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await visitor.send('POST', '/api/logout', undefined, headers)).status).toBe(403);
    expect((await visitor.send('PATCH', '/api/user', { businessName: 'Mine Now' }, headers)).status).toBe(403);
    const { status, body } = await visitor.get('/api/user');
    expect([status, body.businessName]).toEqual([200, 'Golden Hour Plumbing']);
  });
});

describe('a body', () => {
  const { username, password } = { username: 'nobody-here', password: 'does not matter' };
  const form = new URLSearchParams({ username, password }).toString();
  const json = JSON.stringify({ username, password });
  const post = (payload: string, type?: string, origin: object = { origin: ORIGIN }) =>
    api.request('POST', '/api/login', { payload, headers: { ...origin, ...(type && { 'content-type': type }) } });

  it.each([
    ['text/plain', json],
    ['text/plain; charset=application/json', json],
    ['application/x-www-form-urlencoded', form],
    ['multipart/form-data; boundary=x', `--x\r\ncontent-disposition: form-data; name="username"\r\n\r\nx\r\n--x--\r\n`],
    ['application/json-patch+json', json],
    ['application/jsonp', json],
    ['text/json', json],
    ['application/xml', '<login/>'],
    ['*/*', json],
    ['', json],
  ])('of the kind "%s" is not read', async (type, payload) => {
    expect((await post(payload, type)).status).toBe(415);
    expect((await post(payload, type, {})).status).toBe(415);
  });

  it('of no kind is not read', async () => {
    expect(
      (await api.request('POST', '/api/login', { payload: Buffer.from(json), headers: { origin: ORIGIN } })).status,
    ).toBe(415);
  });

  it.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8'])(
    'that is %s is',
    async (type) => {
      expect((await post(json, type)).status).toBe(401);
      expect((await post(json, type, {})).status).toBe(401);
    },
  );
});

it('Reading a route that changes things finds nothing', async () => {
  for (const url of ['/api/login', '/api/logout', '/api/register', '/api/user/password', '/api/password-resets'])
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect([url, method, (await api.visitor().send(method, url)).status]).toEqual([url, method, 404]);
});

it('A route that declares multipart takes that and no JSON', async () => {
  const http = fastify() as unknown as Api;
  checkOrigin(http, { origin: ORIGIN });
  http.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  http.post('/photos', { config: { multipart: true } }, async () => 'taken');
  http.post('/words', async () => 'taken');
  const post = async (url: string, type: string, payload: string) =>
    (await http.inject({ method: 'POST', url, payload, headers: { origin: ORIGIN, 'content-type': type } })).statusCode;
  expect(await post('/photos', 'multipart/form-data; boundary=x', '--x--')).toBe(200);
  expect(await post('/photos', 'application/json', '{}')).toBe(415);
  expect(await post('/words', 'multipart/form-data; boundary=x', '--x--')).toBe(415);
  await http.close();
});
