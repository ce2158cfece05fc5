import type { PasskeyRegistration } from '#contract/admin/passkey-schemas.ts';
import type { FactorProof } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';

/** What the API answers for the browser, as it is. */
export type PasskeyOptions = Record<string, unknown>;

/** Why a passkey was not used, for people. */
export class PasskeyFailure extends Error {}

/** Whether this browser knows passkeys. */
export const knowsPasskeys = () => typeof window !== 'undefined' && window.PublicKeyCredential !== undefined;

/**
 * Lets the user sign with a passkey.
 * @throws {PasskeyFailure}
 */
export async function signWithPasskey(
  options: PasskeyOptions,
): Promise<Extract<FactorProof, { kind: 'passkey' }>['response']> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    return (await startAuthentication({ optionsJSON: options as never })) as never;
  } catch (error) {
    throw toFailure(error);
  }
}

/**
 * Lets the user create a passkey on this device, a phone or a security key.
 * @throws {PasskeyFailure}
 */
export async function createPasskey(options: PasskeyOptions): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    return (await startRegistration({ optionsJSON: options as never })) as never;
  } catch (error) {
    throw toFailure(error);
  }
}

function toFailure(error: unknown): PasskeyFailure {
  const { name } = error as Error;
  if (name === 'InvalidStateError') return new PasskeyFailure(t('This device already has a passkey for your account.'));
  return new PasskeyFailure(t('Nothing was confirmed. Try again when you’re ready.'));
}
