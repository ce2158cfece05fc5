import { makeApiKey } from '#tests/fixtures/api-key-factories.ts';
import type { Household } from './household.ts';
import { addApp, addPasskey, codeOf, signInByPasskey } from './second-factors.ts';

/** Plants the second factors and the API key of an account, and what signing in leaves; each answers whether it still works. */
export async function plantFactors(household: Household) {
  const { api, account, home } = household;
  const { passkey } = await addPasskey(home);
  const { secret } = await addApp(home);
  const [code = '', ...recoveryCodes] = (await home.post('/api/user/second-factor/recovery-codes')).body
    .recoveryCodes as string[];
  const away = await api.signedInVisitor(account.id);
  const device = api.visitor();
  await signInByPasskey(device, passkey);
  const pending = api.visitor();
  const { key } = await makeApiKey(api.db, account.id, ['listings:read']);
  const { token } = (await pending.signIn(account.username)).body;

  /** Whether the second step of signing in takes a proof, after the password of now. */
  const isStep = async (proof: object) => {
    const visitor = api.visitor();
    const { status, body } = await visitor.signIn(account.username, household.password);
    if (status !== 202) return false;
    return (await visitor.post('/api/login/second-factor', { token: body.token, proof })).status === 200;
  };
  return {
    'a session': async () => (await away.get('/api/user')).status === 200,
    'an API key': async () => {
      const authorization = `Bearer ${key}`;
      return (await api.visitor().send('GET', '/api/user/ads', undefined, { authorization })).status === 200;
    },
    'a passkey': async () => (await signInByPasskey(api.visitor(), passkey)).status === 200,
    'the code of an authenticator app': () => isStep({ kind: 'totp', code: codeOf(secret, 1) }),
    'a recovery code': () => isStep({ kind: 'recovery', code }),
    'a pending sign-in': async () => {
      const proof = { kind: 'recovery', code: recoveryCodes[0] };
      return (await pending.post('/api/login/second-factor', { token, proof })).status === 200;
    },
    /** A stranger at the same address uses up its limit, which is none of a device that the account knows. */
    'a known device': async () => {
      const stranger = api.visitor(DEVICE_ADDRESS);
      for (let i = 0; i < 10; i++) await stranger.signIn(account.username, 'a wrong password');
      const cookie = device.cookies.get('device') ?? '';
      const known = api.visitor(DEVICE_ADDRESS);
      known.cookies.set('device', cookie);
      return (await known.signIn(account.username, 'a wrong password')).status !== 429;
    },
  };
}

const DEVICE_ADDRESS = '192.0.2.7';
