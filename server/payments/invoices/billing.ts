import type { Kysely } from 'kysely';
import type { Billing } from '#contract/plans/billing.ts';
import type { PersonalData } from '#server/accounts/personal-data.ts';
import type { DB } from '#server/platform/db/schema.ts';

/** What an owner wants on invoices; empty texts if they said nothing. */
export async function findBilling(db: Kysely<DB>, accountId: number): Promise<Billing> {
  const row = await db
    .selectFrom('billing_details')
    .select(['company_name', 'address', 'tax_id'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { companyName: row?.company_name ?? '', address: row?.address ?? '', taxId: row?.tax_id ?? '' };
}

/** Sets what invoices say from now on: those that were issued stay as they are. */
export async function saveBilling(db: Kysely<DB>, accountId: number, billing: Billing): Promise<void> {
  const { companyName: company_name, address, taxId: tax_id = '' } = billing;
  await db
    .insertInto('billing_details')
    .values({ account_id: accountId, company_name, address, tax_id })
    .onConflict((known) => known.column('account_id').doUpdateSet({ company_name, address, tax_id }))
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
