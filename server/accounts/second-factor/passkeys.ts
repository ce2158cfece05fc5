import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import type { PasskeyRegistration } from '#contract/admin/passkey-schemas.ts';
import { MAX_PASSKEYS } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { createChallenge, redeemChallenge } from './passkey-challenges.ts';

// EdDSA, ES256 and RS256: by default the package asks Node for others, which are experimental.
const ALGORITHMS = [-8, -7, -257];

/** The site, as passkeys know it: they are bound to its host and answer no other origin. */
export interface RelyingParty {
  name: string;
  origin: string;
}

/** Takes a quarter of a second of CPU time, a fifth of what the whole program does. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** What the package makes, as JSON. */
export type Json = Record<string, unknown>;

/**
 * What the browser needs to create a passkey.
 * @throws {Conflict} when the account has as many passkeys as it may have
 */
export async function beginRegistration(
  db: Kysely<DB>,
  { name, origin }: RelyingParty,
  { accountId, username }: { accountId: number; username: string },
): Promise<Json> {
  const passkeys = await listCredentials(db, accountId);
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options: PublicKeyCredentialCreationOptionsJSON = await generateRegistrationOptions({
    rpName: name,
    rpID: new URL(origin).hostname,
    userName: username,
    userDisplayName: username,
    userID: new TextEncoder().encode(String(accountId)),
    challenge: await createChallenge(db, { purpose: 'register', accountId }),
    supportedAlgorithmIDs: ALGORITHMS,
    attestationType: 'none',
    excludeCredentials: passkeys,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  return { ...options };
}

/**
 * Adds the passkey that the browser created.
 * @throws {Invalid} when it was not made for our challenge, at our origin, by a user whom it verified
 * @throws {Conflict} when it is known already, or the account has too many
 */
export async function addPasskey(
  trx: Kysely<DB>,
  { origin }: RelyingParty,
  { accountId, name, response }: { accountId: number; name: string; response: PasskeyRegistration },
): Promise<void> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, response: { ...response.response, transports: response.response.transports as [] } },
    expectedChallenge: (challenge) => redeemChallenge(trx, challenge, { purpose: 'register', accountId }),
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) throw new Invalid(t('That passkey didn’t work. Please try again.'));
  const { credential } = registrationInfo;
  // The lock makes two of them at a time count each other.
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirstOrThrow();
  if ((await listCredentials(trx, accountId)).length >= MAX_PASSKEYS) throw tooMany();
  const added = await trx
    .insertInto('passkeys')
    .values({
      account_id: accountId,
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports,
      name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new Conflict(t('This passkey is in use already.'));
}

/** @throws {NotFound} when it is not a passkey of the account */
export async function renamePasskey(
  db: Kysely<DB>,
  { accountId, id, name }: { accountId: number; id: number; name: string },
): Promise<void> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw noPasskey();
}

export const noPasskey = () => new NotFound(t('This passkey has been removed.'));

const tooMany = () =>
  new Conflict(t('You can have {max} passkeys. Remove one that you no longer use.', { max: MAX_PASSKEYS }));

/** The passkeys of an account, as browsers are asked for them. */
export async function listCredentials(db: Kysely<DB>, accountId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports }));
}
