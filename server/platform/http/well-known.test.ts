import { afterAll, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';

const api = await createTestApi({
  env: { ORIGIN: 'http://directory.example', SUPPORT_EMAIL: 'help@directory.example' },
});
afterAll(api.close);

it('security.txt names the contact, and expires within a year', async () => {
  const { headers, body } = await api.get('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    (body as string)
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  );
  expect(fields).toEqual({
    Contact: 'mailto:help@directory.example',
    Expires: expect.any(String),
    'Preferred-Languages': 'en',
    Canonical: 'http://directory.example/.well-known/security.txt',
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
});

it('the well-known address for changing passwords leads to the account', async () => {
  const { status, headers } = await api.get('/.well-known/change-password');
  expect([status, headers.location]).toEqual([302, '/account']);
});
