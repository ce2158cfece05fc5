import { request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { makeAccount, makeSession } from '#server/site/seed/factories.ts';
import { createTestApi } from '#tests/support/api.ts';

// Over a socket, because Node parses the headers.
const api = await createTestApi();
await api.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = api.http.server.address() as AddressInfo;
const { token } = await makeSession(api.db, (await makeAccount(api.db)).id);
afterAll(api.close);

const OURS = 'http://localhost:3000';
const ORIGINS: [form: string, origin: string | string[] | undefined][] = [
  ['absent', undefined],
  ['ours', OURS],
  ['another scheme', 'https://localhost:3000'],
  ['another port', 'http://localhost:3001'],
  ['a slash at the end', `${OURS}/`],
  ['capitals', 'HTTP://LOCALHOST:3000'],
  ['null', 'null'],
  ['empty', ''],
  ['a subdomain', 'http://evil.localhost:3000'],
  ['a suffix', `${OURS}.evil.example`],
  ['user information', `${OURS}@evil.example`],
  ['an international name', Buffer.from('http://lоcalhost:3000').toString('latin1')],
  ['two headers', [OURS, OURS]],
  ['a path', `${OURS}/post-ad`],
];

const JSON_BODY = '{}';
const FORM_BODY = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--x--\r\n';
const BODIES: [form: string, type: string | undefined, body: string][] = [
  ['JSON', 'application/json', JSON_BODY],
  ['JSON with a charset', 'application/json; charset=utf-8', JSON_BODY],
  ['a kind of JSON', 'application/ld+json', JSON_BODY],
  ['plain text', 'text/plain', JSON_BODY],
  ['a form', 'application/x-www-form-urlencoded', 'title=x'],
  ['a form with files', 'multipart/form-data; boundary=x', FORM_BODY],
  ['bytes', 'application/octet-stream', JSON_BODY],
  ['no type', undefined, JSON_BODY],
  ['an invalid type', ';;=json/', JSON_BODY],
];

/** Posts an incomplete listing, by JSON or a form with files, as `POST /api/ads` takes both. */
const post = (origin: string | string[] | undefined, type: string | undefined, body: string, cookie: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers: { [name: string]: string | string[] | number } = {
      ...(origin !== undefined && { origin }),
      ...(type !== undefined && { 'content-type': type }),
      ...(cookie && { cookie }),
      'content-length': Buffer.byteLength(body),
    };
    const sent = sendRequest({ host: '127.0.0.1', port, path: '/api/ads', method: 'POST', headers, agent: false });
    sent.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
    sent.end(body);
  });

/** What is right, said in another way than the program says it: a site that is named is ours, a body is no foreign form's. */
function getExpectedStatus(origin: string, body: string, isSignedIn: boolean): number {
  if (!['absent', 'ours'].includes(origin)) return 403;
  if (!['JSON', 'JSON with a charset', 'a form with files'].includes(body)) return 415;
  return isSignedIn ? 400 : 401;
}

it('14 forms of Origin with 9 types of body, signed in and not, are answered by who can have sent them', async () => {
  const expected: unknown[] = [];
  const actual: unknown[] = [];
  for (const [origin, value] of ORIGINS)
    for (const [body, type, content] of BODIES)
      for (const cookie of ['', `session=${token}`]) {
        expected.push([origin, body, cookie !== '', getExpectedStatus(origin, body, cookie !== '')]);
        actual.push([origin, body, cookie !== '', await post(value, type, content, cookie)]);
      }
  expect(expected).toHaveLength(252);
  expect(actual).toEqual(expected);
});
