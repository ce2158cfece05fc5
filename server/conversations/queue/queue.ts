import { type Kysely, sql, type Transaction } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import type { HeldConversation, Message, Side } from '#contract/conversations/conversations.ts';
import { defineMessage, t, translateDefined } from '#contract/i18n/t.ts';
import { type AuditEvent, recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB } from '../../db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '../../http/cursor.ts';
import { Conflict } from '../../http/errors.ts';
import { writeEmail } from '../../mail/language.ts';
import { toAccountRef } from '../../reports/list-reports.ts';
import { recordDecisionTime } from '../../staff/decision-times.ts';
import type { ConversationDeps } from '../deps.ts';
import { messageWithheldEmail } from '../emails.ts';
import { listMessagesOf } from '../messages.ts';
import { findCustomerLanguage, notifyOtherSide } from '../notify.ts';
import { conversationNotFound } from '../participants.ts';
import { findRecipient, lockAccounts, type Obstacle } from '../recipient.ts';
import type { HoldReason } from '../spam.ts';

const REASONS: Record<HoldReason, string> = {
  link: defineMessage('A link from somebody unknown'),
  word: defineMessage('A word on the list'),
  alike: defineMessage('Much the same text to other businesses'),
};

const OBSTACLES: Record<Obstacle, string> = {
  unreachable: defineMessage('This business can’t be reached any more. Withhold the message, and say so.'),
  own: defineMessage('The listing belongs to the customer by now. Withhold the message.'),
  blocked: defineMessage('This business has blocked the customer by now. Withhold the message.'),
  suspended: defineMessage('An account of this conversation is suspended. Withhold the message.'),
};

/** Who decides, and why. */
interface Decision {
  id: number;
  by: number;
  reason: string;
}

/**
 * The conversations that wait for the staff: with a message that is held, or reported. The oldest first.
 * @throws {Invalid} for a malformed cursor
 */
export async function listHeldConversations(db: Kysely<DB>, query: ListQuery) {
  const [{ rows }, total] = await Promise.all([heldConversationsQuery(query).execute(db), heldCountQuery.execute(db)]);
  const { page, cursor } = paginate(rows, query.limit, byId);
  const messages = await listMessagesOf(
    db,
    page.map(({ id }) => id),
    'staff',
  );
  const conversations = page.map((row) => present(row, messages.get(row.id) ?? []));
  return { conversations, cursor, total: total.rows[0]?.total ?? 0 };
}

interface HeldRow {
  id: number;
  listing_id: number | null;
  listing_title: string;
  customer_name: string | null;
  owner_id: number | null;
  owner_username: string | null;
  status: HeldConversation['status'];
  held_for: HoldReason[];
  reported_by: Side | null;
  reported_at: Date | null;
  report_text: string | null;
  created_at: Date;
}

/** One page of them and one more row. Exported for the test of its query plan. */
export function heldConversationsQuery({ cursor, limit }: ListQuery) {
  const after = cursor === undefined ? 0 : parseCursor(cursor, idPosition).id;
  return sql<HeldRow>`
    select c.id, c.listing_id, c.listing_title, c.customer_name, c.owner_id, a.username as owner_username, c.status, c.held_for,
      c.reported_by, c.reported_at, c.report_text, c.created_at
    from conversations c left join accounts a on a.id = c.owner_id
    where (c.status = 'held' or c.reported_at is not null) and c.id > ${after}
    order by c.id limit ${limit + 1}`;
}

const heldCountQuery = sql<{ total: number }>`
  select count(*)::int as total from conversations where status = 'held' or reported_at is not null`;

function present(row: HeldRow, messages: Message[]): HeldConversation {
  return {
    id: row.id,
    listing: { id: row.listing_id, title: row.listing_title },
    customer: row.customer_name,
    owner: toAccountRef(row.owner_id, row.owner_username),
    status: row.status,
    reasons: row.status === 'held' ? row.held_for.map((reason) => translateDefined(REASONS[reason])) : [],
    report:
      row.reported_by && row.reported_at
        ? { by: row.reported_by, text: row.report_text ?? '', at: row.reported_at.toISOString() }
        : null,
    messages,
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Passes held messages on: the business receives them.
 * @throws {NotFound} {Conflict} when nothing is held any more, or the business cannot be reached any more
 */
export const approveMessages = (db: Kysely<DB>, decision: Decision, deps: ConversationDeps) =>
  decide(db, decision, 'message-approved', async (trx, conversation) => {
    if (conversation.status !== 'held') throw nothingHeld();
    const isFirst = conversation.opened_at === null;
    const obstacle = await findObstacle(trx, conversation);
    if (obstacle) throw new Conflict(OBSTACLES[obstacle]);
    await trx
      .updateTable('conversations')
      .set({
        status: 'open',
        held_for: [],
        opened_at: sql`coalesce(opened_at, now())`,
        last_message_at: sql`now()`,
      })
      .where('id', '=', conversation.id)
      .execute();
    const approved = await trx
      .updateTable('messages')
      .set({ status: 'sent' })
      .where('conversation_id', '=', conversation.id)
      .where('status', '=', 'held')
      .returning('body')
      .execute();
    const text = approved.map(({ body }) => body).join('\n\n');
    await notifyOtherSide(trx, conversation, 'customer', { text, isFirst }, deps);
  });

/**
 * Withholds held messages, and tells the customer why. A conversation that the business has received before goes on.
 * @throws {NotFound} {Conflict} when nothing is held any more
 */
export const withholdMessages = (db: Kysely<DB>, decision: Decision, { jobs, site }: ConversationDeps) =>
  decide(db, decision, 'message-withheld', async (trx, conversation) => {
    if (conversation.status !== 'held') throw nothingHeld();
    await trx
      .updateTable('conversations')
      .set({ status: conversation.opened_at === null ? 'withheld' : 'open', held_for: [] })
      .where('id', '=', conversation.id)
      .execute();
    await trx
      .updateTable('messages')
      .set({ status: 'withheld' })
      .where('conversation_id', '=', conversation.id)
      .where('status', '=', 'held')
      .execute();
    const { customer_email: to, listing_title: business } = conversation;
    if (to === null) return;
    const language = await findCustomerLanguage(trx, conversation);
    await jobs.enqueueEmail(
      trx,
      writeEmail(language, () => messageWithheldEmail(site, { to, business, reason: decision.reason })),
    );
  });

/** Stops a conversation that was reported, for both sides. @throws {NotFound} {Conflict} when it was not reported */
export const stopReported = (db: Kysely<DB>, decision: Decision) =>
  decide(db, decision, 'conversation-stopped', async (trx, conversation) => {
    await closeReport(trx, conversation);
    await trx
      .updateTable('conversations')
      .set({ status: 'stopped', stopped_by: 'staff' })
      .where('id', '=', conversation.id)
      .where('status', '<>', 'stopped')
      .execute();
  });

/** Closes a report without stopping its conversation. @throws {NotFound} {Conflict} when it was not reported */
export const dismissReport = (db: Kysely<DB>, decision: Decision) =>
  decide(db, decision, 'message-report-dismissed', closeReport);

async function closeReport(trx: Transaction<DB>, { id, reported_at }: LockedConversation) {
  if (reported_at === null) throw new Conflict(t('This report is already closed.'));
  await trx
    .updateTable('conversations')
    .set({ reported_by: null, reported_at: null, report_text: null })
    .where('id', '=', id)
    .execute();
}

/** Why the business cannot receive held messages; undefined if it can. Who began a conversation may go on in it after the listing ended. */
async function findObstacle(trx: Transaction<DB>, conversation: LockedConversation): Promise<Obstacle | undefined> {
  const { owner_id: ownerId, customer_id: customerId, customer_email_key: emailKey } = conversation;
  if (conversation.opened_at === null) {
    const recipient = await findRecipient(trx, { listingId: conversation.listing_id, customerId, emailKey });
    return typeof recipient === 'string' ? recipient : undefined;
  }
  if (ownerId === null) return 'unreachable';
  const accounts = await lockAccounts(trx, [ownerId, customerId]);
  return accounts.some(({ is_active }) => !is_active) ? 'suspended' : undefined;
}

type LockedConversation = Awaited<ReturnType<typeof lockConversation>>;

async function lockConversation(trx: Transaction<DB>, id: number) {
  const conversation = await trx
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!conversation) throw conversationNotFound();
  return conversation;
}

/** Decides in one transaction, with an entry in the audit log. */
async function decide(
  db: Kysely<DB>,
  { id, by, reason }: Decision,
  kind: AuditEvent['kind'],
  apply: (trx: Transaction<DB>, conversation: LockedConversation) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const conversation = await lockConversation(trx, id);
    const since = await findWaitingSince(trx, conversation);
    await apply(trx, conversation);
    await recordDecisionTime(trx, 'conversations', since);
    await recordAuditEvent(trx, {
      ...{ kind, accountId: conversation.customer_id, username: null, actorId: by },
      reason: reason || undefined,
      listingId: conversation.listing_id ?? undefined,
      before: { conversation: id, status: conversation.status },
    });
  });
}

/** Since when the staff could decide: the report, the click that sent the first message, or the later message. */
async function findWaitingSince(trx: Transaction<DB>, conversation: LockedConversation): Promise<Date> {
  if (conversation.status !== 'held') return conversation.reported_at ?? conversation.last_message_at;
  if (conversation.opened_at === null) return conversation.last_message_at;
  const held = await trx
    .selectFrom('messages')
    .select('created_at')
    .where('conversation_id', '=', conversation.id)
    .where('status', '=', 'held')
    .orderBy('id')
    .executeTakeFirst();
  return held?.created_at ?? conversation.last_message_at;
}

const nothingHeld = () => new Conflict(t('This message was decided by somebody else.'));
