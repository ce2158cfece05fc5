import type { Kysely } from 'kysely';
import type { FactorProof } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { consumeRateLimit, refundRateLimit, resetRateLimit } from '#server/platform/http/rate-limit.ts';
import { verifyAssertion } from './passkey-assertions.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';
import { redeemTotpCode, wrongCode } from './totp.ts';
import type { TotpSecrets } from './totp-secrets.ts';

// Three codes of a million are right at a time: fifty tries a day find one in eighteen years, on average.
const RATE_LIMIT = { limit: 10, windowSeconds: 15 * 60 };
const DAILY_RATE_LIMIT = { limit: 50, windowSeconds: 24 * 60 * 60 };

/** What second factors are verified with. */
export interface ProofDeps {
  db: Kysely<DB>;
  site: SiteInfo;
  totpSecrets: TotpSecrets;
}

/**
 * Verifies a second factor of an account. Codes work once; wrong ones are counted for the account, wherever they come from.
 * @param purpose what the challenge of a passkey must have been made for
 * @throws {Invalid} when it is not one of the account's, or was used before
 * @throws {TooManyRequests} after 10 wrong codes in 15 minutes, or 50 in a day
 */
export async function verifyProof(
  { db, site, totpSecrets }: ProofDeps,
  { accountId, proof, purpose }: { accountId: number; proof: FactorProof; purpose: 'second-factor' | 'step-up' },
): Promise<void> {
  const key = `second-factor:${accountId}`;
  // Nobody guesses a signature, so strangers cannot keep an owner with a passkey out.
  const isGuessable = proof.kind !== 'passkey';
  if (isGuessable) {
    await consumeRateLimit(db, key, RATE_LIMIT);
    await consumeRateLimit(db, `${key}:day`, DAILY_RATE_LIMIT);
  }
  if (!(await isRight())) {
    await recordFailure(db, accountId, proof.kind);
    throw FAILURES[proof.kind]();
  }
  if (!isGuessable) return;
  await resetRateLimit(db, key);
  await refundRateLimit(db, `${key}:day`);

  async function isRight(): Promise<boolean> {
    if (proof.kind === 'totp') return redeemTotpCode(db, totpSecrets, { accountId, code: proof.code });
    if (proof.kind === 'recovery') return redeemRecoveryCode(db, { accountId, code: proof.code });
    return (await verifyAssertion(db, site, proof.response, { purpose, accountId })) === accountId;
  }
}

const FAILURES: Record<FactorProof['kind'], () => Invalid> = {
  totp: wrongCode,
  recovery: () => new Invalid(t('That isn’t one of your unused recovery codes.')),
  passkey: () => new Invalid(t('That passkey didn’t work. Try again, or choose another way.')),
};

async function recordFailure(db: Kysely<DB>, accountId: number, kind: FactorProof['kind']) {
  const account = await db.selectFrom('accounts').select('username').where('id', '=', accountId).executeTakeFirst();
  if (!account) return;
  const { username } = account;
  await recordAuditEvent(db, { kind: 'sign-in-failed', accountId, username, reason: `second factor: ${kind}` });
}
