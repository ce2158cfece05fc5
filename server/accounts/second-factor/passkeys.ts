import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type Kysely, sql } from 'kysely';
import type { PasskeyRegistration } from '#contract/admin/passkey-schemas.ts';
import { type FactorProof, MAX_PASSKEYS } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/db/schema.ts';
import { Conflict, Invalid, NotFound } from '../../http/errors.ts';
import { createChallenge, redeemChallenge } from './passkey-challenges.ts';

// EdDSA, ES256 and RS256: by default the package asks Node for others, which are experimental.
const ALGORITHMS = [-8, -7, -257];

/** The site, as passkeys know it: they are bound to its host and answer no other origin. */
export interface RelyingParty {
  name: string;
  origin: string;
}

type PasskeyAssertion = Extract<FactorProof, { kind: 'passkey' }>['response'];
type Json = Record<string, unknown>;

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

/**
 * What the browser needs to sign with a passkey of the account, or of any account where none is named.
 * @param challenge its purpose and account
 */
export async function beginAssertion(
  db: Kysely<DB>,
  { origin }: RelyingParty,
  challenge: { purpose: 'sign-in' } | { purpose: 'second-factor' | 'step-up'; accountId: number },
): Promise<Json> {
  const accountId = 'accountId' in challenge ? challenge.accountId : null;
  const options: PublicKeyCredentialRequestOptionsJSON = await generateAuthenticationOptions({
    rpID: new URL(origin).hostname,
    challenge: await createChallenge(db, { purpose: challenge.purpose, accountId }),
    allowCredentials: accountId === null ? [] : await listCredentials(db, accountId),
    userVerification: 'required',
  });
  return { ...options };
}

/**
 * Verifies what a passkey signed: our challenge, once, at our origin, with the user verified, and a counter that went on.
 * @param expected the purpose of the challenge, and the account whose passkey it must be; null for any
 * @returns the account of the passkey; null if anything is wrong
 */
export async function verifyAssertion(
  db: Kysely<DB>,
  { origin }: RelyingParty,
  response: PasskeyAssertion,
  { purpose, accountId }: { purpose: 'sign-in' | 'second-factor' | 'step-up'; accountId: number | null },
): Promise<number | null> {
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(response.id, 'base64url'))
    .executeTakeFirst();
  if (!passkey || (accountId !== null && passkey.account_id !== accountId)) return null;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => redeemChallenge(db, challenge, { purpose, accountId }),
    expectedOrigin: origin,
    expectedRPID: new URL(origin).hostname,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return null;
  const { newCounter } = authenticationInfo;
  // Synchronized passkeys do not count. Two responses with the same count are from two copies of a key.
  const { rows } = await sql`
    update passkeys set counter = ${newCounter}, last_used_at = now()
    where id = ${passkey.id} and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))
    returning id`.execute(db);
  return rows.length > 0 ? passkey.account_id : null;
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

async function listCredentials(db: Kysely<DB>, accountId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .execute();
  return rows.map(({ credential_id, transports }) => ({ id: credential_id.toString('base64url'), transports }));
}
