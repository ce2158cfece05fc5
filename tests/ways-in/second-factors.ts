import { TOTP } from 'otpauth';
import { createPasskey, type SoftwarePasskey, signWithPasskey } from '#tests/fixtures/software-passkeys.ts';
import { requireSuccess, type Visitor } from '#tests/support/api.ts';

/** The API path of the second factors of an account. */
export const SECOND_FACTOR_PATH = '/api/user/second-factor';

const HALF_MINUTE_MS = 30_000;

/** The code of an authenticator app whose clock is so many half minutes ahead. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * HALF_MINUTE_MS });

/** Adds an authenticator app by a code of now. */
export async function addApp(visitor: Visitor): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await requireSuccess(visitor.post(`${SECOND_FACTOR_PATH}/totp`));
  const code = codeOf(secret);
  const { recoveryCodes } = await requireSuccess(visitor.post(`${SECOND_FACTOR_PATH}/totp/confirmation`, { code }));
  return { secret, recoveryCodes };
}

/** Adds a passkey; `recoveryCodes` is null unless it is the first factor. */
export async function addPasskey(
  visitor: Visitor,
  name = 'My phone',
): Promise<{ passkey: SoftwarePasskey; recoveryCodes: string[] | null }> {
  const options = await requireSuccess(visitor.post(`${SECOND_FACTOR_PATH}/passkeys/options`));
  const { passkey, response } = createPasskey(options);
  const { recoveryCodes } = await requireSuccess(visitor.post(`${SECOND_FACTOR_PATH}/passkeys`, { name, response }));
  return { passkey, recoveryCodes };
}

/** Signs in by a passkey alone. */
export async function signInByPasskey(visitor: Visitor, passkey: SoftwarePasskey) {
  const options = await requireSuccess(visitor.post('/api/login/passkey/options'));
  return visitor.post('/api/login/passkey', { response: signWithPasskey(passkey, options) });
}
