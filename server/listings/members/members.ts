import { type Kysely, sql } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { Member, Membership } from '#contract/ownership/members.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/db/schema.ts';
import { NotFound } from '#server/http/errors.ts';
import { writeEmail } from '#server/mail/language.ts';
import type { NoticeDeps } from '../lifecycle/notices.ts';
import { memberLeftEmail, memberRemovedEmail } from './emails.ts';

/** Who helps an account, by name; at most 50. */
export async function listMembers(db: Kysely<DB>, ownerId: number): Promise<Member[]> {
  const rows = await memberRows(db)
    .where('m.owner_id', '=', ownerId)
    .orderBy('a.username_key')
    .orderBy('m.id')
    .execute();
  return rows.map(({ id, username, recipient, role, since, listing_id, title }) => ({
    id,
    username,
    recipient,
    role,
    listing: toListingRef(listing_id, title),
    since: since.toISOString(),
  }));
}

/** Whom an account helps, the newest first; at most 50. */
export async function listMemberships(db: Kysely<DB>, accountId: number): Promise<Membership[]> {
  const rows = await memberRows(db).where('m.account_id', '=', accountId).orderBy('m.id', 'desc').execute();
  return rows.map(({ id, business, role, since, listing_id, title }) => ({
    id,
    role,
    business,
    listing: toListingRef(listing_id, title),
    since: since.toISOString(),
  }));
}

/**
 * Removes a member, who is notified: the next request about the owner's listings is refused.
 * @throws {NotFound} when the owner has no such member
 */
export function removeMember(
  db: Kysely<DB>,
  { id, ownerId }: { id: number; ownerId: number },
  deps: NoticeDeps,
): Promise<void> {
  return endMembership(db, { id, by: ownerId, column: 'owner_id' }, deps);
}

/**
 * Ends a membership by the member, of which the owner is notified.
 * @throws {NotFound} when the account has no such membership
 */
export function leave(
  db: Kysely<DB>,
  { id, accountId }: { id: number; accountId: number },
  deps: NoticeDeps,
): Promise<void> {
  return endMembership(db, { id, by: accountId, column: 'account_id' }, deps);
}

function endMembership(
  db: Kysely<DB>,
  { id, by, column }: { id: number; by: number; column: 'owner_id' | 'account_id' },
  { jobs, site }: NoticeDeps,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const member = await memberRows(trx)
      .where('m.id', '=', id)
      .where(`m.${column}`, '=', by)
      .forUpdate('m')
      .executeTakeFirst();
    if (!member) throw new NotFound(t('This was already ended.'));
    await trx.deleteFrom('listing_members').where('id', '=', id).execute();
    await recordAuditEvent(trx, {
      kind: 'member-removed',
      accountId: member.account_id,
      username: member.username,
      actorId: by === member.account_id ? undefined : by,
      listingId: member.listing_id ?? undefined,
      before: { role: member.role, owner: member.owner_id },
      after: { role: null, owner: member.owner_id },
    });
    const { business, username, email, language, owner_email, owner_language } = member;
    if (by === member.owner_id && email !== null)
      await jobs.enqueueEmail(
        trx,
        writeEmail(language, () => memberRemovedEmail(site, email, { business })),
      );
    if (by !== member.owner_id && owner_email !== null)
      await jobs.enqueueEmail(
        trx,
        writeEmail(owner_language, () => memberLeftEmail(site, owner_email, { username })),
      );
  });
}

/** Memberships with both accounts, and the listing of those that are for one. */
const memberRows = (db: Kysely<DB>) =>
  db
    .selectFrom('listing_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .innerJoin('accounts as owners', 'owners.id', 'm.owner_id')
    .leftJoin('listings as l', 'l.id', 'm.listing_id')
    .select(['m.id', 'm.account_id', 'm.owner_id', 'm.listing_id', 'm.role', 'm.recipient', 'm.since', 'l.title'])
    .select(['a.username', 'a.email', 'a.language', 'owners.email as owner_email', 'owners.language as owner_language'])
    .select(businessName('owners').as('business'));

/** How an account is named to those who help it: its business, else its username. */
export const businessName = (accounts: string) =>
  sql<string>`coalesce(${sql.ref(`${accounts}.business_name`)}, ${sql.ref(`${accounts}.username`)})`;

const toListingRef = (id: number | null, title: string | null) => (id === null ? null : { id, title: title ?? '' });
