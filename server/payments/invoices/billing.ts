import type { Kysely } from 'kysely';
import type { Billing } from '#contract/plans/billing.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** What an owner wants on invoices; empty texts if they said nothing. */
export async function findBilling(db: Kysely<DB>, accountId: number): Promise<Billing> {
  const row = await db
    .selectFrom('billing_details')
    .select(['company_name', 'address'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { companyName: row?.company_name ?? '', address: row?.address ?? '' };
}

/** Sets what invoices say from now on: those that were issued stay as they are. */
export async function saveBilling(db: Kysely<DB>, accountId: number, { companyName, address }: Billing): Promise<void> {
  await db
    .insertInto('billing_details')
    .values({ account_id: accountId, company_name: companyName, address })
    .onConflict((known) => known.column('account_id').doUpdateSet({ company_name: companyName, address }))
    .execute();
}

/** The billing details of an account, for its export and its deletion. */
export const billingPersonalData: PersonalData = {
  name: 'billing',
  export: findBilling,
  async erase(trx, accountId) {
    await trx.deleteFrom('billing_details').where('account_id', '=', accountId).execute();
  },
};
