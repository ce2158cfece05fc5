import { type Kysely, type Selectable, sql } from 'kysely';
import type { ListQuery } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import {
  DELIVERY_DAYS,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
  type WebhookType,
} from '#contract/ownership/webhooks.ts';
import type { DB, WebhookDeliveries } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { findWebhook, type OwnWebhook } from './webhooks.ts';

/** A delivery of a webhook of an account. */
export interface OwnDelivery extends OwnWebhook {
  deliveryId: number;
}

/**
 * The deliveries of a webhook of the past 30 days, newest first.
 * @throws {NotFound} when the account has no such webhook
 * @throws {Invalid} for a malformed cursor
 */
export async function listDeliveries(
  db: Kysely<DB>,
  own: OwnWebhook,
  query: ListQuery,
): Promise<{ deliveries: WebhookDelivery[]; cursor: string | null }> {
  await findWebhook(db, own);
  const { page, cursor } = paginate(await deliveriesQuery(db, own.id, query).execute(), query.limit, byId);
  return { deliveries: page.map(toDelivery), cursor };
}

const deliveriesQuery = (db: Kysely<DB>, endpointId: number, { cursor, limit }: ListQuery) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .$if(cursor !== undefined, (query) => query.where('id', '<', parseCursor(cursor ?? '', idPosition).id))
    .orderBy('id', 'desc')
    .limit(limit + 1);

/** @throws {NotFound} when the account has no such webhook, or that no such delivery */
export async function findDelivery(db: Kysely<DB>, own: OwnDelivery): Promise<WebhookDeliveryDetails> {
  await findWebhook(db, own);
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', own.deliveryId)
    .where('endpoint_id', '=', own.id)
    .executeTakeFirst();
  if (!row) throw new NotFound(t('We can’t find this delivery. They are kept for a month.'));
  return {
    ...toDelivery(row),
    webhookId: toWebhookId(row.message_id),
    payload: row.payload,
    responseBody: row.response_body,
  };
}

/**
 * Sends a delivery again, with the same id, or tries one that waits now.
 * @throws {NotFound} when the account has no such webhook, or that no such delivery
 * @throws {Conflict} while the webhook is paused
 */
export async function resend(db: Kysely<DB>, own: OwnDelivery): Promise<void> {
  await requireRunning(db, own);
  await findDelivery(db, own);
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting', attempts: 0, next_attempt_at: sql`now()` })
    .where('id', '=', own.deliveryId)
    .execute();
}

/**
 * Sends an event of the type `test`.
 * @throws {NotFound} when the account has no such webhook
 * @throws {Conflict} while the webhook is paused
 */
export async function sendTest(db: Kysely<DB>, own: OwnWebhook): Promise<WebhookDelivery> {
  await requireRunning(db, own);
  const row = await db
    .insertInto('webhook_deliveries')
    .values({ endpoint_id: own.id, type: 'test' })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDelivery(row);
}

async function requireRunning(db: Kysely<DB>, own: OwnWebhook) {
  const { pausedAt } = await findWebhook(db, own);
  if (pausedAt !== null) throw new Conflict(t('This webhook is paused. Resume it first.'));
}

/** The header `webhook-id`. */
export const toWebhookId = (messageId: string) => `msg_${messageId.replaceAll('-', '')}`;

const toDelivery = (row: Selectable<WebhookDeliveries>): WebhookDelivery => ({
  id: row.id,
  type: row.type as WebhookType,
  occurredAt: row.occurred_at.toISOString(),
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: (row.status === 'waiting' && row.next_attempt_at?.toISOString()) || null,
  attemptedAt: row.attempted_at?.toISOString() ?? null,
  responseStatus: row.response_status,
  responseMs: row.response_ms,
  error: row.error,
});

/** Deletes deliveries after 30 days, also those that waited for a paused webhook. Runs hourly. */
export async function deleteOldDeliveries(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from webhook_deliveries where occurred_at <= now() - make_interval(days => ${sql.lit(DELIVERY_DAYS)})`.execute(
    db,
  );
}
