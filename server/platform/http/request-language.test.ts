import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, type Language } from '#contract/i18n/languages.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { createTestApi } from '#tests/support/api.ts';
import { Conflict, NotFound, TooManyRequests } from './errors.ts';
import { getLanguage, inLanguage } from './request-language.ts';

const api = await createTestApi();
afterAll(api.close);

const DEFINED = defineMessage('Enter a reason.');
const say = () => ({ language: getLanguage(), text: t('Page not found.') });
const body = z.object({ own: z.string(DEFINED).min(1, DEFINED), other: z.string() });

api.http.get('/api/say', say);
api.http.get('/api/say-to-all', { config: { cacheable: true } }, say);
api.http.post('/api/refuse', { schema: { body } }, async ({ body: { own } }) => {
  await setTimeout(1);
  if (own === 'defined') throw new Conflict(DEFINED, [{ path: 'own', message: DEFINED }]);
  if (own === 'limit') throw new TooManyRequests(61);
  throw own === 'fault' ? new Error('Secret') : new NotFound(t('Page not found.'));
});
api.http.post('/api/take-time', async () => {
  const before = say();
  await setTimeout(Math.random() * 20);
  await sql`select pg_sleep(0.005)`.execute(api.db);
  const [after] = await Promise.all([Promise.resolve().then(say), setTimeout(1)]);
  return [before, after];
});

const send = (url: string, language: string | undefined, payload?: unknown, headers: Record<string, string> = {}) =>
  api.visitor().send(payload === undefined ? 'GET' : 'POST', url, payload, {
    ...headers,
    ...(language !== undefined && { 'accept-language': language }),
  });

const NOT_FOUND: Record<Language, string> = {
  en: 'Page not found.',
  es: inLanguage('es', () => t('Page not found.')),
};

it('has a translation of what this file compares', () => {
  expect(NOT_FOUND.es).not.toBe(NOT_FOUND.en);
  expect(inLanguage('es', () => translateDefined(DEFINED))).not.toBe(DEFINED);
});

it('is English outside of requests', () => {
  expect([getLanguage(), t('Page not found.')]).toEqual([DEFAULT_LANGUAGE, NOT_FOUND.en]);
});

describe('The language of a response', () => {
  it.each<[query: string, accepted: string | undefined, expected: Language]>([
    ['', undefined, 'en'],
    ['?lang=es', undefined, 'es'],
    ['?lang=es', 'en-US', 'es'],
    ['?lang=en', 'es', 'en'],
    ['?lang=fr', 'es', 'es'],
    ['?lang=ES', undefined, 'en'],
    ['?lang=es&lang=en', 'es', 'es'],
    ['?lang[]=es', undefined, 'en'],
    ['', 'es', 'es'],
    ['', 'es-MX', 'es'],
    ['', 'ES-mx,es;q=0.9,en;q=0.8', 'es'],
    ['', 'en;q=0.5, es;q=0.9', 'es'],
    ['', 'en-US,en;q=0.9,es;q=0.8', 'en'],
    ['', 'fr, en;q=0.2, es;q=0.1', 'en'],
    ['', 'fr, de;q=0.5', 'en'],
    ['', 'es;q=0', 'en'],
    ['', '*', 'en'],
    ['', '', 'en'],
    ['', ';;q=,,=,q', 'en'],
    ['', '__proto__', 'en'],
    ['', `${'x-'.repeat(7000)}x`, 'en'],
    ['', `${'fr;q=0.1,'.repeat(1500)}es`, 'es'],
  ])('of the query %j and Accept-Language %.40j is %s', async (query, accepted, expected) => {
    const response = await send(`/api/say${query}`, accepted);
    expect(response.body).toEqual({ language: expected, text: NOT_FOUND[expected] });
    expect(response.headers['content-language']).toBe(expected === DEFAULT_LANGUAGE ? undefined : expected);
  });

  it('that is cached for all depends on its address alone', async () => {
    for (const [query, expected] of [
      ['', 'en'],
      ['?lang=es', 'es'],
    ] as const) {
      const response = await send(`/api/say-to-all${query}`, query === '' ? 'es' : 'en');
      expect([response.body.language, response.headers['content-language']]).toEqual([
        expected,
        expected === DEFAULT_LANGUAGE ? undefined : expected,
      ]);
    }
  });
});

describe('An error in Spanish', () => {
  const refuse = (own: string, language = 'es') => send('/api/refuse', language, { own, other: '' });

  it('is that of a handler, after a body was read', async () => {
    const { status, body, headers } = await refuse('missing');
    expect([status, body, headers['content-language']]).toEqual([404, { message: NOT_FOUND.es }, 'es']);
    expect((await refuse('missing', 'en')).body).toEqual({ message: NOT_FOUND.en });
  });

  it('is a defined message, also of its issues', async () => {
    const message = inLanguage('es', () => translateDefined(DEFINED));
    expect((await refuse('defined')).body).toEqual({ message, issues: [{ path: 'own', message }] });
    expect((await refuse('defined', 'en')).body.message).toBe(DEFINED);
  });

  it('is that of a schema: with messages of ours, and without', async () => {
    const invalid = (language: string) => send('/api/refuse', language, { own: '' });
    const english = (await invalid('en')).body;
    expect(english).toEqual({
      message: 'Invalid input',
      issues: [
        { path: 'own', message: DEFINED },
        { path: 'other', message: 'Required' },
      ],
    });
    expect((await invalid('es')).body).toEqual({
      message: inLanguage('es', () => t('Invalid input')),
      issues: [
        { path: 'own', message: inLanguage('es', () => translateDefined(DEFINED)) },
        { path: 'other', message: 'Obligatorio' },
      ],
    });
  });

  it('says how long to wait', async () => {
    expect((await refuse('limit')).body.message).toMatch(/ 2 minutos\.$/);
    expect((await refuse('limit', 'en')).body.message).toBe('Too many attempts. Try again in 2 minutes.');
  });

  it('of ours refers to the log', async () => {
    const { status, body } = await refuse('fault');
    expect([status, body.message]).toEqual([500, expect.stringMatching(/ \(Referencia: [\w-]+\)$/)]);
    expect((await refuse('fault', 'en')).body.message).toMatch(/^Something went wrong .* \(Reference: [\w-]+\)$/);
  });

  it('is that of an unknown address', async () => {
    expect(await send('/api/nothing-here', 'es')).toMatchObject({ status: 404, body: { message: NOT_FOUND.es } });
  });

  it.each([
    ['of nobody', '/api/user/ads', undefined, {}, 401, 'Please sign in to continue.'],
    [
      'of another site',
      '/api/login',
      {},
      { 'sec-fetch-site': 'cross-site' },
      403,
      'This request didn’t come from our site.',
    ],
    [
      'of another type',
      '/api/login',
      'a=1',
      { 'content-type': 'text/plain' },
      415,
      'Send this request as application/json.',
    ],
    ['that is too long', '/api/login', { a: 'a'.repeat(200_000) }, {}, 413, 'Request body is too large'],
    [
      'that is no JSON',
      '/api/login',
      '{',
      { 'content-type': 'application/json' },
      400,
      "Body is not valid JSON but content-type is set to 'application/json'",
    ],
  ] as const)('is that of a request %s', async (_what, url, payload, headers, status, message) => {
    const [english, spanish] = await Promise.all(['en', 'es'].map((language) => send(url, language, payload, headers)));
    expect(english).toMatchObject({ status, body: { message } });
    expect(spanish).toMatchObject({ status, body: { message: expect.not.stringContaining(message) } });
  });
});

it('Fifty requests at a time get each its own language', async () => {
  const languages = Array.from({ length: 50 }, (_, i): Language => (i % 2 === 0 ? 'en' : 'es'));
  const responses = await Promise.all(languages.map((language) => send('/api/take-time', language, {})));
  const expected = languages.map((language) => Array(2).fill({ language, text: NOT_FOUND[language] }));
  expect(responses.map(({ body }) => body)).toEqual(expected);
});
