import { type Kysely, sql } from 'kysely';
import type { AdminMessage, AdminMessagesQuery } from '#contract/contact/contact.ts';
import { defineMessage, t } from '#contract/i18n/t.ts';
import { answerEmail } from '#server/contact/emails.ts';
import type { NoticeDeps } from '#server/listings/lifecycle/notices.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { toAccountRef } from '#server/reports/list-reports.ts';

/** One page of messages. */
export interface MessageList {
  messages: AdminMessage[];
  /** The position of the next page; null on the last one. */
  cursor: string | null;
  /** The number of rows on all pages. */
  total: number;
}

/**
 * The messages of the contact form with a status, newest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listMessages(db: Kysely<DB>, query: AdminMessagesQuery): Promise<MessageList> {
  const [rows, { total }] = await Promise.all([
    messagesQuery(db, query).execute(),
    messagesTotalQuery(db, query).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  return { messages: page.map(toAdminMessage), cursor, total };
}

/** One page and one more row. Exported for the test of its query plan. */
export function messagesQuery(db: Kysely<DB>, { status, cursor, limit }: AdminMessagesQuery) {
  let query = messageRows(db).where('status', '=', status);
  if (cursor !== undefined) query = query.where('contact_messages.id', '<', parseCursor(cursor, idPosition).id);
  return query.orderBy('contact_messages.id', 'desc').limit(limit + 1);
}

/** The number of rows on all pages. Exported for the same test. */
export const messagesTotalQuery = (db: Kysely<DB>, { status }: Pick<AdminMessagesQuery, 'status'>) =>
  db.selectFrom('contact_messages').select(sql<number>`count(*)::int`.as('total')).where('status', '=', status);

/**
 * Replies to a message once, by an email to its sender with the original message below the reply.
 * @param by the administrator's account
 * @throws {NotFound} 'Message not found'
 * @throws {Conflict} when it is already answered, or spam
 */
export function answerMessage(
  db: Kysely<DB>,
  { id, text, by }: { id: number; text: string; by: number },
  { jobs, site }: NoticeDeps,
): Promise<AdminMessage> {
  return db.transaction().execute(async (trx) => {
    const answered = await trx
      .updateTable('contact_messages')
      .set({ status: 'answered', answer: text, answered_at: sql`now()`, answered_by: by })
      .where('id', '=', id)
      .where('status', '=', 'new')
      .returning(['name', 'email', 'subject', 'message', 'created_at', 'language', isSenderConfirmed.as('isConfirmed')])
      .executeTakeFirst();
    const message = await findMessage(trx, id);
    if (!answered) throw new Conflict(CONFLICT_MESSAGES[message.status]);
    await jobs.enqueueEmail(
      trx,
      writeEmail(answered.language, () => answerEmail(site, answered, text)),
    );
    return message;
  });
}

/** Whether the sender was signed in to an account that has confirmed the email of the message. */
const isSenderConfirmed = sql<boolean>`exists (
  select from accounts a where a.id = contact_messages.account_id
    and a.email_confirmed_at is not null and a.email_key = lower(normalize(contact_messages.email, NFKC)))`;

/**
 * Marks a new message as spam, which is deleted after 30 days.
 * @throws {NotFound} 'Message not found'
 * @throws {Conflict} when it is not new
 */
export const markAsSpam = (db: Kysely<DB>, id: number) => setStatus(db, id, 'new', 'spam');

/**
 * Unmarks a message as spam.
 * @throws {NotFound} 'Message not found'
 * @throws {Conflict} when it is not spam
 */
export const markAsNew = (db: Kysely<DB>, id: number) => setStatus(db, id, 'spam', 'new');

async function setStatus(db: Kysely<DB>, id: number, from: 'new' | 'spam', to: 'new' | 'spam'): Promise<AdminMessage> {
  const { numUpdatedRows } = await db
    .updateTable('contact_messages')
    .set({ status: to, spam_at: to === 'spam' ? sql`now()` : null })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  const message = await findMessage(db, id);
  if (numUpdatedRows === 0n) throw new Conflict(CONFLICT_MESSAGES[message.status]);
  return message;
}

const CONFLICT_MESSAGES = {
  new: defineMessage('This message is not marked as spam.'),
  answered: defineMessage('This message has already been answered.'),
  spam: defineMessage('This message is marked as spam.'),
};

/**
 * Deletes a message permanently.
 * @throws {NotFound} 'Message not found'
 */
export async function deleteMessage(db: Kysely<DB>, id: number): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw messageNotFound();
}

async function findMessage(db: Kysely<DB>, id: number): Promise<AdminMessage> {
  const row = await messageRows(db).where('contact_messages.id', '=', id).executeTakeFirst();
  if (!row) throw messageNotFound();
  return toAdminMessage(row);
}

const messageNotFound = () => new NotFound(t('Message not found'));

const messageRows = (db: Kysely<DB>) =>
  db
    .selectFrom('contact_messages')
    .leftJoin('accounts', 'accounts.id', 'account_id')
    .select(['contact_messages.id', 'name', 'contact_messages.email', 'inquiry_type', 'subject', 'message', 'status'])
    .select(['contact_messages.created_at', 'answer', 'answered_at', 'account_id', 'accounts.username']);

type MessageRow = Awaited<ReturnType<ReturnType<typeof messageRows>['executeTakeFirstOrThrow']>>;

const toAdminMessage = (row: MessageRow): AdminMessage => ({
  id: row.id,
  sender: { name: row.name, email: row.email },
  account: toAccountRef(row.account_id, row.username),
  inquiryType: row.inquiry_type,
  subject: row.subject,
  message: row.message,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
});
