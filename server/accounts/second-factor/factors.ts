import { type Kysely, sql, type Transaction } from 'kysely';
import type { AddedFactor, SecondFactorKind } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { recordVerification } from '#server/platform/http/sessions.ts';
import { type Recipient, toRecipient } from '#server/platform/mail/write-email.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

// Each change adds an entry to the audit log and sends an email.
const CHANGE_RATE_LIMIT: RateLimit = { limit: 30, windowSeconds: 60 * 60 };

/** The names of factors in the audit log. */
const NAMES = { passkey: 'passkey', totp: 'authenticator app' };

/** The second factors of an account; recovery codes only beside another one. */
export async function listFactors(db: Kysely<DB>, accountId: number): Promise<SecondFactorKind[]> {
  const { rows } = await sql<{ passkey: boolean; totp: boolean; recovery: boolean }>`
    select exists (select from passkeys where account_id = ${accountId}) as passkey,
      exists (select from totp_factors where account_id = ${accountId} and confirmed_at is not null) as totp,
      exists (select from recovery_codes where account_id = ${accountId}) as recovery`.execute(db);
  const { passkey = false, totp = false, recovery = false } = rows[0] ?? {};
  if (!passkey && !totp) return [];
  return [
    ...(passkey ? ['passkey' as const] : []),
    ...(totp ? ['totp' as const] : []),
    ...(recovery ? ['recovery' as const] : []),
  ];
}

/** What became of a change: whom to notify, if there is an address. */
export interface FactorChange {
  recipient: Recipient | null;
}

/**
 * Adds a factor by `add`, with recovery codes if it is the first one, and an entry in the audit log. The session is verified by it. Of
 * other sessions the password no longer counts as a verification.
 * @param by what the session is verified by then
 * @throws {Unauthorized} when the session ended meanwhile, as a new password ends it
 * @throws {TooManyRequests} after 30 changes of factors in an hour
 */
export async function addFactor(
  db: Kysely<DB>,
  { accountId, sessionId, by }: { accountId: number; sessionId: number; by: 'passkey' | 'totp' },
  add: (trx: Transaction<DB>) => Promise<void>,
): Promise<AddedFactor & FactorChange> {
  await consumeRateLimit(db, `factors:${accountId}`, CHANGE_RATE_LIMIT);
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    const isFirst = (await listFactors(trx, accountId)).length === 0;
    await recordVerification(trx, sessionId, by);
    await add(trx);
    const recoveryCodes = isFirst ? await replaceRecoveryCodes(trx, accountId) : null;
    if (isFirst) await unverifyOtherSessions(trx, { accountId, sessionId });
    const reason = NAMES[by];
    await recordAuditEvent(trx, { kind: 'second-factor-added', accountId, username: account.username, reason });
    return { recoveryCodes, recipient: toRecipient(account) };
  });
}

/**
 * Removes a factor by `remove`. The last one takes the recovery codes with it.
 * @param isRequired whether the account must keep one
 * @throws {Conflict} when it is the last one and required
 * @throws {TooManyRequests} after 30 changes of factors in an hour
 */
export async function removeFactor(
  db: Kysely<DB>,
  { accountId, kind, isRequired }: { accountId: number; kind: 'passkey' | 'totp'; isRequired: boolean },
  remove: (trx: Transaction<DB>) => Promise<void>,
): Promise<FactorChange> {
  await consumeRateLimit(db, `factors:${accountId}`, CHANGE_RATE_LIMIT);
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    await remove(trx);
    if ((await listFactors(trx, accountId)).length === 0) {
      if (isRequired)
        throw new Conflict(t('Staff accounts need a second step. Add another one before you remove this one.'));
      await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    }
    const reason = NAMES[kind];
    await recordAuditEvent(trx, { kind: 'second-factor-removed', accountId, username: account.username, reason });
    return { recipient: toRecipient(account) };
  });
}

/**
 * Makes ten new recovery codes; the former ones work no more.
 * @throws {Conflict} when the account has no second factor
 * @throws {TooManyRequests} after 30 changes of factors in an hour
 */
export async function makeRecoveryCodes(db: Kysely<DB>, accountId: number): Promise<AddedFactor> {
  await consumeRateLimit(db, `factors:${accountId}`, CHANGE_RATE_LIMIT);
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if ((await listFactors(trx, accountId)).length === 0)
      throw new Conflict(t('Add a passkey or an authenticator app first.'));
    await recordAuditEvent(trx, { kind: 'recovery-codes-made', accountId, username: account.username });
    return { recoveryCodes: await replaceRecoveryCodes(trx, accountId) };
  });
}

/** Removes everything of a second factor, and ends all sessions. Call it with the account locked. */
export async function clearFactors(trx: Transaction<DB>, accountId: number): Promise<void> {
  for (const table of [
    'passkeys',
    'totp_factors',
    'recovery_codes',
    'pending_sign_ins',
    'passkey_challenges',
    'sessions',
  ] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
}

const unverifyOtherSessions = (
  trx: Transaction<DB>,
  { accountId, sessionId }: { accountId: number; sessionId: number },
) =>
  trx
    .updateTable('sessions')
    .set({ verified_at: null, verified_by: null })
    .where('account_id', '=', accountId)
    .where('id', '<>', sessionId)
    .execute();

/** Serializes two changes of one account. */
const lockAccount = (trx: Transaction<DB>, accountId: number) =>
  trx
    .selectFrom('accounts')
    .select(['username', 'email', 'language'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
