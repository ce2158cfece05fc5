import type { User } from '#contract/accounts.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { PasskeyFailure, type PasskeyOptions, signWithPasskey } from './passkeys.ts';

/** Signs in with a passkey that the browser offers. @throws {ApiError} with a message for people */
export async function signInWithPasskey(): Promise<User> {
  const options = await send<PasskeyOptions>('POST', '/api/login/passkey/options');
  try {
    return await send<User>('POST', '/api/login/passkey', { response: await signWithPasskey(options) });
  } catch (error) {
    if (error instanceof PasskeyFailure) throw new ApiError(400, error.message);
    throw error;
  }
}
