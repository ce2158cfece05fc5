import { type Kysely, sql } from 'kysely';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { emailKey as toEmailKey } from '#server/accounts/unique-keys.ts';
import { findBusinessName } from '#server/conversations/business-name.ts';
import { isAccessOf } from '#server/conversations/links/guest.ts';
import { conversationNotFound, requireParticipant, type Visitor } from '#server/conversations/participants.ts';
import { isAccessible } from '#server/listings/members/access.ts';
import { listingNotFound } from '#server/listings/read/listings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { NotFound, Unauthorized } from '#server/platform/http/errors.ts';
import { toMailbox } from '#server/platform/mail/mailbox.ts';
import { hasReviewOfMailbox, REVIEWED_BEFORE } from './once-a-year.ts';
import { CODE_USED, isUnused } from './unused-codes.ts';

/**
 * What shows that somebody was a customer, and who asks: a conversation that the business answered, a receipt code, or the picture of a
 * receipt, which the staff looks at.
 */
export interface Target {
  proof: 'conversation' | 'receipt' | 'document';
  /** Of the conversation, of the code that was entered, or of the listing. */
  id: number;
  visitor: Visitor;
}

/** Somebody who may review a business. */
export interface Author {
  /** Null for a business that is not listed any more. */
  listingId: number | null;
  business: string;
  accountId: number | null;
  email: string | null;
  /** Who the author is; null for one who left. */
  emailKey: string | null;
  /** Of a code that is used when the review is written; null without one. */
  codeHash: Buffer | null;
  /** Why they cannot write one; undefined when they can. */
  refusal: string | undefined;
}

/**
 * The author that a visitor is.
 * @param lock whether the conversation or the entered code is locked until the transaction ends
 * @throws {NotFound} for who is neither the customer of the conversation nor entered the code, and for a listing that nobody owns
 * @throws {Unauthorized} for a document without an account
 */
export async function requireAuthor(db: Kysely<DB>, target: Target, { lock = true } = {}): Promise<Author> {
  const author = await FINDERS[target.proof](db, target, lock);
  return { ...author, refusal: author.refusal ?? (await findRefusal(db, author)) };
}

/** The page of a listing that somebody owns: of others nobody would answer. */
async function findAccount(db: Kysely<DB>, { id, visitor: { accountId } }: Target): Promise<Author> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'email_key', 'email_confirmed_at'])
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!account) throw new Unauthorized();
  const { rows } = await sql<{ business_name: string }>`
    select business_name from public_listings where id = ${id} and owner_id is not null`.execute(db);
  if (!rows[0]) throw listingNotFound();
  const isConfirmed = account.email !== null && account.email_confirmed_at !== null;
  return {
    listingId: id,
    business: rows[0].business_name,
    accountId: account.id,
    email: account.email,
    emailKey: account.email_key,
    codeHash: null,
    refusal: isConfirmed ? undefined : t('Confirm your email address in your account first.'),
  };
}

async function findCustomer(db: Kysely<DB>, { id, visitor }: Target, lock: boolean): Promise<Author> {
  const { conversation, side } = await requireParticipant(db, id, visitor, { lock });
  if (side !== 'customer') throw conversationNotFound();
  const { first_answered_at, status } = conversation;
  const isFinished = first_answered_at !== null && status !== 'held' && status !== 'withheld';
  return {
    listingId: conversation.listing_id,
    business: await findBusinessName(db, conversation),
    accountId: conversation.customer_id,
    email: conversation.customer_email,
    emailKey: conversation.customer_email === null ? null : toEmailKey(conversation.customer_email),
    codeHash: null,
    refusal: isFinished ? undefined : t('You can review a business after it has answered you.'),
  };
}

async function findCodeHolder(db: Kysely<DB>, { id, visitor }: Target, lock: boolean): Promise<Author> {
  const row = await db
    .selectFrom('entered_codes as r')
    .innerJoin('listings as l', 'l.id', 'r.listing_id')
    .select(['r.listing_id', 'r.account_id', 'r.email', 'r.email_key', 'r.code_hash'])
    .select([
      sql<string>`coalesce(l.business_name, '')`.as('business'),
      sql<boolean>`(r.code_hash is null or ${isUnused(sql`r.code_hash`)})`.as('isValid'),
    ])
    .where('r.id', '=', id)
    .where(
      sql<boolean>`(coalesce(r.account_id = ${visitor.accountId}, false) or exists (
        select from guest_access access where access.entered_code_id = r.id and ${isAccessOf(visitor.guest)}))`,
    )
    .$if(lock, (query) => query.forNoKeyUpdate('r'))
    .executeTakeFirst();
  if (!row) throw new NotFound(t('We can’t find this code.'));
  return {
    listingId: row.listing_id,
    business: row.business,
    accountId: row.account_id,
    email: row.email,
    emailKey: row.email_key,
    codeHash: row.code_hash,
    refusal: row.isValid ? undefined : translateDefined(CODE_USED),
  };
}

const FINDERS = { conversation: findCustomer, receipt: findCodeHolder, document: findAccount };

/** Why nobody like the author may review the business: they run it, or one of its kind in the same place. */
async function findRefusal(db: Kysely<DB>, { listingId, accountId, emailKey }: Author): Promise<string | undefined> {
  if (listingId === null || emailKey === null) return t('This business is not listed any more.');
  if (await hasReviewOfMailbox(db, listingId, emailKey)) return translateDefined(REVIEWED_BEFORE);
  // The account, and those of the same mailbox.
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where((where) =>
      where.or([
        where('id', '=', accountId),
        where('email_key', '=', emailKey),
        where('mailbox', '=', toMailbox(emailKey)),
      ]),
    )
    .execute();
  if (accounts.length === 0) return undefined;
  const ids = accounts.map(({ id }) => id);
  const { rows } = await sql<{ runs: boolean; competes: boolean }>`
    select ${sql.join(
      ids.map((id) => isAccessible(id, 'read', 'reviewed')),
      sql` or `,
    )} as runs, exists (
      select from listings own where own.owner_id = any(${ids}::bigint[]) and own.category_id = reviewed.category_id
        and own.place_id is not distinct from reviewed.place_id) as competes
    from listings reviewed where reviewed.id = ${listingId}`.execute(db);
  if (rows[0]?.runs) return t('You can’t review a business that you run.');
  if (rows[0]?.competes) return t('You own a business of the same kind in the same place.');
  return undefined;
}
