import { type Kysely, sql, type Transaction } from 'kysely';
import type { User } from '#contract/accounts.ts';
import type { FactorProof, PendingSignIn } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { SecondFactor } from '#server/accounts/second-factor.ts';
import type { OpenSession } from '#server/accounts/sign-in.ts';
import { toUser, USER_COLUMNS } from '#server/accounts/user.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Forbidden, Unauthorized } from '#server/platform/http/errors.ts';
import { createToken, hashToken, type Verification } from '#server/platform/http/sessions.ts';
import { listFactors } from './factors.ts';
import { verifyAssertion } from './passkey-assertions.ts';
import { type ProofDeps, verifyProof } from './proofs.ts';

const LIFETIME_MINUTES = 5;
const MAX_ATTEMPTS = 5;

/** Whoever has signed in, and whether on a device that the account did not know. */
export interface SignedIn {
  user: User;
  isNewDevice: boolean;
}

/** What the rest of accounts asks of second factors. */
export const secondFactor: SecondFactor = {
  beginSignIn,
  isOn: async (db, accountId) => (await listFactors(db, accountId)).length > 0,
};

/** Only a token of 256 bits that opens nothing but the second step, for five minutes; its hash is stored. */
async function beginSignIn(trx: Transaction<DB>, accountId: number): Promise<PendingSignIn | null> {
  const factors = await listFactors(trx, accountId);
  if (factors.length === 0) return null;
  const token = createToken();
  await sql`
    insert into pending_sign_ins (token_hash, account_id, expires_at)
    values (${hashToken(token)}, ${accountId}, now() + make_interval(mins => ${sql.lit(LIFETIME_MINUTES)}))`.execute(
    trx,
  );
  return { secondFactor: factors, token };
}

/**
 * The account whose second factor is asked for.
 * @throws {Unauthorized} when the token has expired or was used
 */
export async function findPending(db: Kysely<DB>, token: string): Promise<number> {
  const pending = await db
    .selectFrom('pending_sign_ins')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .where('attempts', '<', MAX_ATTEMPTS)
    .executeTakeFirst();
  if (!pending) throw expired();
  return pending.account_id;
}

/**
 * The second step of signing in. A token has five attempts and opens one session.
 * @throws {Unauthorized} when the token has expired or was used
 * @throws {Invalid} when the second factor is wrong
 * @throws {Forbidden} when the account was suspended meanwhile
 */
export async function completeSignIn(
  deps: ProofDeps,
  { token, proof }: { token: string; proof: FactorProof },
  openSession: OpenSession,
): Promise<SignedIn> {
  const { db } = deps;
  const { rows } = await sql<{ account_id: number }>`
    update pending_sign_ins set attempts = attempts + 1
    where token_hash = ${hashToken(token)} and expires_at > now() and attempts < ${sql.lit(MAX_ATTEMPTS)}
    returning account_id`.execute(db);
  const accountId = rows[0]?.account_id;
  if (accountId === undefined) throw expired();
  await verifyProof(deps, { accountId, proof, purpose: 'second-factor' });
  return db.transaction().execute(async (trx) => {
    // A new password deletes the pending sign-in.
    const pending = await trx
      .deleteFrom('pending_sign_ins')
      .where('token_hash', '=', hashToken(token))
      .returning('account_id')
      .executeTakeFirst();
    if (!pending) throw expired();
    return enter(trx, { accountId, by: proof.kind }, openSession);
  });
}

/**
 * Signs in by a passkey alone: it is something that its user has, and it has verified the user.
 * @throws {Unauthorized} when it is none of ours
 */
export async function signInByPasskey(
  { db, site }: ProofDeps,
  response: Extract<FactorProof, { kind: 'passkey' }>['response'],
  openSession: OpenSession,
): Promise<SignedIn> {
  const accountId = await verifyAssertion(db, site, response, { purpose: 'sign-in', accountId: null });
  if (accountId === null) throw new Unauthorized(t('That passkey didn’t work. Sign in with your password instead.'));
  return db.transaction().execute((trx) => enter(trx, { accountId, by: 'passkey' }, openSession));
}

async function enter(
  trx: Transaction<DB>,
  { accountId, by }: { accountId: number; by: Verification['by'] },
  openSession: OpenSession,
): Promise<SignedIn> {
  const row = await trx
    .selectFrom('accounts')
    .select([...USER_COLUMNS, 'is_active', 'suspension_reason'])
    .where('id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  if (!row) throw expired();
  if (!row.is_active)
    throw new Forbidden(t('Your account is suspended: {reason}', { reason: String(row.suspension_reason) }));
  await recordAuditEvent(trx, { kind: 'signed-in', accountId, username: row.username, reason: by });
  const { isNewDevice } = await openSession(trx, accountId, { by });
  return { user: toUser(row), isNewDevice };
}

const expired = () => new Unauthorized(t('Your sign-in took too long. Please enter your password again.'));
