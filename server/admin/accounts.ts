import { type Kysely, sql } from 'kysely';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { ACCOUNT_ROWS, type AdminAccount } from '#contract/admin/users.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingStatus } from '#contract/owner-listings.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import { listAccountPayments } from '#server/payments/read/account-payments.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { SIGN_IN_COLUMNS } from '#server/staff/sign-in-columns.ts';
import { ADMIN_USER_COLUMNS, toAdminUser } from './users.ts';

/**
 * An account as a role sees it, with its newest listings and, where the role may see them, payments.
 * @throws {NotFound} when there is no such account
 */
export async function findAccount(
  deps: Pick<PaymentDeps, 'db' | 'cards'>,
  { id, role }: { id: number; role: Role | null },
): Promise<AdminAccount> {
  const { db } = deps;
  const seesPayments = hasPermission(role, 'payments');
  const [account, listings, list] = await Promise.all([
    accountQuery(db, id).executeTakeFirst(),
    accountListingsQuery(db, id).execute(),
    seesPayments ? listAccountPayments(deps, id, { limit: ACCOUNT_ROWS }) : null,
  ]);
  if (!account) throw new NotFound(t('User not found'));
  return {
    ...toAdminUser(account),
    createdAt: account.created_at.toISOString(),
    email: account.email,
    isEmailConfirmed: account.email_confirmed_at !== null,
    pendingEmail: account.pending_email,
    businessName: account.business_name,
    sessions: account.sessions,
    hasSecondFactor: account.has_second_factor,
    signedInAt: account.signed_in_at?.toISOString() ?? null,
    listings: {
      total: account.listings,
      newest: listings.map(({ expires_at, ...listing }) => ({
        ...listing,
        expiresAt: expires_at?.toISOString() ?? null,
      })),
    },
    payments: list?.payments ?? null,
  };
}

/** Exported for the test of its query plan, as the next one is. */
export const accountQuery = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('accounts')
    .select([...ADMIN_USER_COLUMNS, 'created_at', 'email', 'email_confirmed_at', 'pending_email', 'business_name'])
    .select(SIGN_IN_COLUMNS)
    .select(sql<number>`(select count(*)::int from listings l where l.owner_id = accounts.id)`.as('listings'))
    .where('id', '=', id);

export const accountListingsQuery = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('listings')
    .select(['id', 'title', 'city', 'level', 'status', 'expires_at'])
    .where('owner_id', '=', id)
    // Samples have no owner.
    .$narrowType<{ status: ListingStatus }>()
    .orderBy('id', 'desc')
    .limit(ACCOUNT_ROWS);
