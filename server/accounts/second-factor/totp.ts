import { type Kysely, sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { TotpSetup } from '#contract/admin/second-factor.ts';
import { t } from '#contract/i18n/t.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid } from '#server/platform/http/errors.ts';
import type { TotpSecrets } from './totp-secrets.ts';

const SECRET_LENGTH = 20;
const PERIOD_SECONDS = 30;
// A clock that is half a minute wrong, and a code typed at the end of its time.
const DRIFT_STEPS = 1;

/**
 * Makes a new secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds, which all apps know). It counts once a code
 * of it was entered; until then it replaces an earlier one that was not confirmed.
 * @throws {Conflict} when the account has an authenticator app
 */
export async function beginTotp(
  db: Kysely<DB>,
  secrets: TotpSecrets,
  { accountId, username, siteName }: { accountId: number; username: string; siteName: string },
): Promise<TotpSetup> {
  const secret = new Secret({ size: SECRET_LENGTH });
  const encrypted = await secrets.encrypt(accountId, secret.bytes);
  const { rows } = await sql`
    insert into totp_factors as t (account_id, secret) values (${accountId}, ${encrypted})
    on conflict (account_id) do update set secret = excluded.secret, created_at = now(), last_step = 0
      where t.confirmed_at is null
    returning account_id`.execute(db);
  if (rows.length === 0)
    throw new Conflict(t('You have an authenticator app already. Remove it to set up another one.'));
  return { secret: secret.base32, uri: toTotp(secret, { siteName, username }).toString() };
}

/**
 * Confirms the secret with a code of it.
 * @throws {Invalid} when the code is not one of now, or nothing is to be confirmed
 */
export async function confirmTotp(
  trx: Kysely<DB>,
  secrets: TotpSecrets,
  { accountId, code }: { accountId: number; code: string },
): Promise<void> {
  const step = await findStep(trx, secrets, { accountId, code, isConfirmed: false });
  const { rows } = await sql`
    update totp_factors set confirmed_at = now(), last_used_at = now(), last_step = ${step ?? 0}
    where account_id = ${accountId} and confirmed_at is null and last_step < ${step ?? 0}
    returning account_id`.execute(trx);
  if (rows.length === 0) throw wrongCode();
}

/** Whether it is a code of now that was not used yet. It cannot be used again, nor an older one. */
export async function redeemTotpCode(
  db: Kysely<DB>,
  secrets: TotpSecrets,
  { accountId, code }: { accountId: number; code: string },
): Promise<boolean> {
  const step = await findStep(db, secrets, { accountId, code, isConfirmed: true });
  if (step === null) return false;
  const { rows } = await sql`
    update totp_factors set last_step = ${step}, last_used_at = now()
    where account_id = ${accountId} and confirmed_at is not null and last_step < ${step}
    returning account_id`.execute(db);
  return rows.length > 0;
}

/** The error for a code that is not one of now, or was used. */
export const wrongCode = () => new Invalid(t('That code isn’t right. Enter the newest one from your app.'));

/** The time step of a code, or null. */
async function findStep(
  db: Kysely<DB>,
  secrets: TotpSecrets,
  { accountId, code, isConfirmed }: { accountId: number; code: string; isConfirmed: boolean },
): Promise<number | null> {
  const row = await db
    .selectFrom('totp_factors')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const bytes = await secrets.decrypt(accountId, row.secret);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  const timestamp = Date.now();
  const delta = toTotp(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

const toTotp = (secret: Secret, { siteName = '', username = '' } = {}) =>
  new TOTP({ issuer: siteName, label: username, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
