import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { type Kysely, sql } from 'kysely';
import type { FactorProof } from '#contract/admin/second-factor.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { createChallenge, redeemChallenge } from './passkey-challenges.ts';
import { type Json, listCredentials, loadWebAuthn, type RelyingParty } from './passkeys.ts';

type PasskeyAssertion = Extract<FactorProof, { kind: 'passkey' }>['response'];

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
  const { generateAuthenticationOptions } = await loadWebAuthn();
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
  const { verifyAuthenticationResponse } = await loadWebAuthn();
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
