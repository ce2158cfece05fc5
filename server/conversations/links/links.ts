import { type Kysely, sql } from 'kysely';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { LINK_DAYS, newLinkEmail } from './emails.ts';
import type { GuestAccess } from './guest.ts';

/** One kind of emailed links that give access to something. */
export interface LinkKind {
  /** Marks a link as opened, and returns what it gives access to; undefined for one that has ended or never was. */
  open(db: Kysely<DB>, tokenHash: Buffer): Promise<GuestAccess | undefined>;
  /** What a link, though it has ended, is about; undefined if there is none. */
  find(db: Kysely<DB>, tokenHash: Buffer): Promise<GuestAccess | undefined>;
  /** Sends another link to the address on record, if there is one. */
  resend(db: Kysely<DB>, id: number, deps: NoticeDeps): Promise<void>;
}

/** How long a link works after it was first opened: on the phone, and later that day at a desk. */
const REOPEN_HOURS = 24;

/** Matches links `link` that can be opened. */
export const canBeOpened = sql<boolean>`(
  link.created_at > now() - make_interval(days => ${sql.lit(LINK_DAYS)})
  and (link.opened_at is null or link.opened_at > now() - make_interval(hours => ${sql.lit(REOPEN_HOURS)})))`;

const isPageLink = (tokenHash: Buffer) => sql<boolean>`(
  link.token_hash = ${tokenHash} and link.side = 'customer' and link.purpose is distinct from 'reply')`;

/** The links of customers to their conversations. */
export const CONVERSATION_LINKS: LinkKind = {
  async open(db, tokenHash) {
    const { rows } = await sql<{ conversation_id: number }>`
      update conversation_links link set opened_at = coalesce(opened_at, now())
      where ${isPageLink(tokenHash)} and ${canBeOpened} returning conversation_id`.execute(db);
    return rows[0];
  },
  async find(db, tokenHash) {
    const { rows } = await sql<{ conversation_id: number }>`
      select conversation_id from conversation_links link where ${isPageLink(tokenHash)}`.execute(db);
    return rows[0];
  },
  async resend(db, id, { jobs, site }) {
    const row = await db
      .selectFrom('conversations as c')
      .leftJoin('accounts as a', 'a.id', 'c.customer_id')
      .select(['c.customer_email', 'c.customer_language', 'c.quote_request_id', 'a.language'])
      .where('c.id', '=', id)
      .executeTakeFirst();
    if (!row?.customer_email) return;
    const deferred = deferToken('conversation-page', id);
    const { customer_email: to, quote_request_id: quoteId } = row;
    const path = quoteId === null ? `/conversations/${id}` : `/quotes/${quoteId}`;
    const facts = { to, path, token: deferred.placeholder };
    const email = writeEmail(row.language ?? row.customer_language, () => newLinkEmail(site, facts));
    await db.transaction().execute((trx) => jobs.enqueueEmail(trx, { ...email, deferred }));
  },
};
