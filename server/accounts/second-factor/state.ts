import { type Kysely, sql } from 'kysely';
import type { SecondFactorState } from '#contract/admin/second-factor.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { clearFactors } from './factors.ts';

type Factors = Pick<SecondFactorState, 'passkeys' | 'totp' | 'recoveryCodesLeft'>;

/** The second factors of an account, for its owner. */
export async function getFactors(db: Kysely<DB>, accountId: number): Promise<Factors> {
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  const totp = await db
    .selectFrom('totp_factors')
    .select(['created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from recovery_codes where account_id = ${accountId}`.execute(db);
  return {
    passkeys: passkeys.map(({ id, name, ...times }) => ({ id, name, ...toTimes(times) })),
    totp: totp ? toTimes(totp) : null,
    recoveryCodesLeft: rows[0]?.n ?? 0,
  };
}

/** In the export of an account; deleted with it by foreign keys. Without keys and secrets. */
export const secondFactorPersonalData: PersonalData = {
  name: 'secondFactors',
  export: getFactors,
  erase: async () => {},
  revokeAccess: clearFactors,
};

const toTimes = ({ created_at, last_used_at }: { created_at: Date; last_used_at: Date | null }) => ({
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});
