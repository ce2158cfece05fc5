import { describe, expect, it } from 'vitest';
import { InvalidEnvironment, readEnv } from '#server/platform/env/env.ts';
import { createTestApi } from '#tests/support/api.ts';
import { getConfigWarnings } from './stripe-config.ts';

const SECRET = 'sk_test_1234';
const PUBLISHABLE = 'pk_test_1234';
const WEBHOOK = 'whsec_12345678';

describe('At the start', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['nothing on a local machine', {}, []],
    [
      'nothing with all keys',
      { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE, STRIPE_WEBHOOK_SECRET: WEBHOOK },
      [],
    ],
    ['a closed checkout in production', { ORIGIN: 'https://directory.example' }, ['STRIPE_SECRET_KEY']],
    ['simulated payments in production', { ORIGIN: 'https://directory.example', PAYMENTS: 'simulated' }, ['PAYMENTS']],
    ['refused events', { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE }, ['STRIPE_WEBHOOK_SECRET']],
    [
      'a missing publishable key',
      { STRIPE_SECRET_KEY: SECRET, STRIPE_WEBHOOK_SECRET: WEBHOOK },
      ['STRIPE_PUBLISHABLE_KEY'],
    ],
    ['an unused key', { STRIPE_PUBLISHABLE_KEY: PUBLISHABLE }, ['STRIPE_PUBLISHABLE_KEY']],
  ])('the program warns of %s', (_what, variables, expected) => {
    expect(getConfigWarnings(readEnv(variables)).map((warning) => /^\w+/.exec(warning)?.[0])).toEqual(expected);
  });

  it('the warnings are logged', async () => {
    const logLines: string[] = [];
    const env = { STRIPE_SECRET_KEY: SECRET };
    const api = await createTestApi({ env, log: { write: (line) => void logLines.push(line) } });
    expect(logLines.filter((line) => line.includes('"level":40')).join()).toContain(
      'STRIPE_PUBLISHABLE_KEY is not set',
    );
    expect(logLines.join()).not.toContain(SECRET);
    expect((await api.get('/api/payments/config')).body).toEqual({ mode: 'closed', publishableKey: null });
    await api.close();
  });

  it.each([
    ['keys of two modes', { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['a publishable key for a secret one', { STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['an address with a path', { STRIPE_API_BASE: 'http://127.0.0.1:12111/v1' }],
    ['a URL of another scheme', { STRIPE_API_BASE: 'file:///etc/passwd' }],
  ])('%s are refused', (_what, variables) => {
    expect(() => readEnv(variables as Record<string, string>)).toThrow(InvalidEnvironment);
  });
});
