import { describe, expect, it } from 'vitest';
import { createTestApi } from '../../tests/support/api.ts';
import { InvalidEnvironment, readEnv } from '../env.ts';
import { getConfigWarnings } from './stripe-config.ts';

const SECRET = 'sk_test_1234';
const PUBLISHABLE = 'pk_test_1234';
const WEBHOOK = 'whsec_12345678';

describe('At the start', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['nothing on a machine of one’s own', {}, []],
    [
      'nothing with all keys',
      { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE, STRIPE_WEBHOOK_SECRET: WEBHOOK },
      [],
    ],
    ['that payments are simulated in public', { ORIGIN: 'https://directory.example' }, ['STRIPE_SECRET_KEY']],
    [
      'that events are refused',
      { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE },
      ['STRIPE_WEBHOOK_SECRET'],
    ],
    ['that nobody can pay', { STRIPE_SECRET_KEY: SECRET, STRIPE_WEBHOOK_SECRET: WEBHOOK }, ['STRIPE_PUBLISHABLE_KEY']],
    ['that a key counts for nothing', { STRIPE_PUBLISHABLE_KEY: PUBLISHABLE }, ['STRIPE_PUBLISHABLE_KEY']],
  ])('is said %s', (_what, variables, expected) => {
    expect(getConfigWarnings(readEnv(variables)).map((warning) => /^\w+/.exec(warning)?.[0])).toEqual(expected);
  });

  it('stands in the log what is said', async () => {
    const said: string[] = [];
    const env = { STRIPE_SECRET_KEY: SECRET };
    const api = await createTestApi({ env, log: { write: (line) => void said.push(line) } });
    expect(said.filter((line) => line.includes('"level":40')).join()).toContain('STRIPE_PUBLISHABLE_KEY is not set');
    expect(said.join()).not.toContain(SECRET);
    expect((await api.get('/api/payments/config')).body).toEqual({ mode: 'unavailable', publishableKey: null });
    await api.close();
  });

  it.each([
    ['keys of two modes', { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    ['a publishable key for a secret one', { STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['an address with a path', { STRIPE_API_BASE: 'http://127.0.0.1:12111/v1' }],
    ['an address that is none', { STRIPE_API_BASE: 'file:///etc/passwd' }],
  ])('%s are refused', (_what, variables) => {
    expect(() => readEnv(variables as Record<string, string>)).toThrow(InvalidEnvironment);
  });
});
