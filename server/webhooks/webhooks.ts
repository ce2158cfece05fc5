import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import {
  MAX_WEBHOOKS,
  SECRET_OVERLAP_HOURS,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_RULES,
  type Webhook,
  type WebhookSecret,
  type webhookCreationSchema,
} from '#contract/ownership/webhooks.ts';
import type { z } from '#contract/zod.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { parsePublicTarget } from '#server/platform/outbound/poster.ts';
import { AddressRefused } from '#server/platform/outbound/public-lookup.ts';
import { createSalt, toSecret } from './secrets.ts';

const MAX_COUNTED = 1000;

/** A webhook of an account. */
export interface OwnWebhook {
  accountId: number;
  id: number;
}

/** The webhooks of an account, oldest first. */
export async function listWebhooks(db: Kysely<DB>, accountId: number): Promise<Webhook[]> {
  const rows = await webhookRows(db).where('account_id', '=', accountId).orderBy('id').execute();
  return rows.map(toWebhook);
}

/**
 * Creates a webhook. The returned `secret` is shown nowhere else.
 * @throws {Invalid} when the address is not one of the public web
 * @throws {Conflict} when the account has 10 webhooks
 */
export async function addWebhook(
  db: Kysely<DB>,
  accountId: number,
  { url, events }: z.output<typeof webhookCreationSchema>,
): Promise<WebhookSecret & { recipient: WebhookOwner }> {
  const target = checkTarget(url);
  const salt = createSalt();
  const { webhook, recipient } = await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    const inserted = await trx
      .insertInto('webhook_endpoints')
      .columns(['account_id', 'url', 'events', 'salt'])
      .expression(
        sql`select ${accountId}::bigint, ${target.href}, ${events}::text[], ${salt}::bytea
          where (select count(*) from webhook_endpoints where account_id = ${accountId}) < ${MAX_WEBHOOKS}`,
      )
      .returning('id')
      .executeTakeFirst();
    if (!inserted)
      throw new Conflict(
        t('You have {count, plural, one {# webhook} other {# webhooks}}. Delete one that you don’t need first.', {
          count: MAX_WEBHOOKS,
        }),
      );
    const reason = `${target.host} ${events.join(' ')}`;
    await recordAuditEvent(trx, { kind: 'webhook-created', accountId, username: account.username, reason });
    return { webhook: await findWebhook(trx, { accountId, id: inserted.id }), recipient: account };
  });
  return { webhook, secret: await toSecret(db, salt), recipient };
}

/** Whom an email about a webhook is for. */
type WebhookOwner = Pick<Awaited<ReturnType<typeof lockAccount>>, 'email' | 'language'>;

function checkTarget(text: string): URL {
  try {
    return parsePublicTarget(text);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    const message = translateDefined(WEBHOOK_URL_RULES);
    throw new Invalid(message, [{ path: 'url', message }]);
  }
}

/** Deletes a webhook with its deliveries. @throws {NotFound} when the account has no such webhook */
export const deleteWebhook = (db: Kysely<DB>, own: OwnWebhook): Promise<void> =>
  change(db, own, 'webhook-deleted', async (trx) => {
    await trx.deleteFrom('webhook_endpoints').where('id', '=', own.id).execute();
  });

/**
 * Makes a new secret. The one before it signs too for a day, a former one no longer.
 * @throws {NotFound} when the account has no such webhook
 */
export async function rotateSecret(db: Kysely<DB>, own: OwnWebhook): Promise<WebhookSecret> {
  const salt = createSalt();
  const webhook = await change(db, own, 'webhook-secret-rotated', async (trx) => {
    await trx
      .updateTable('webhook_endpoints')
      .set({ former_salt: sql`salt`, salt, rotated_at: sql`now()` })
      .where('id', '=', own.id)
      .execute();
    return findWebhook(trx, own);
  });
  return { webhook, secret: await toSecret(db, salt) };
}

/** Lets deliveries wait. A second time has no effect. @throws {NotFound} when the account has no such webhook */
export const pauseWebhook = (db: Kysely<DB>, own: OwnWebhook): Promise<Webhook> =>
  change(db, own, 'webhook-paused', async (trx) => {
    await pause(trx, own.id, 'owner');
    return findWebhook(trx, own);
  });

/** Sends what waited, and what comes. @throws {NotFound} when the account has no such webhook */
export const resumeWebhook = (db: Kysely<DB>, own: OwnWebhook): Promise<Webhook> =>
  change(db, own, 'webhook-resumed', async (trx) => {
    await trx
      .updateTable('webhook_endpoints')
      .set({ paused_at: null, paused_for: null })
      .where('id', '=', own.id)
      .execute();
    await trx
      .updateTable('webhook_deliveries')
      .set({ attempts: 0, next_attempt_at: sql`now()` })
      .where('endpoint_id', '=', own.id)
      .where('status', '=', 'waiting')
      .execute();
    return findWebhook(trx, own);
  });

/** Pauses a locked webhook. @returns whether it was not paused before */
export async function pause(trx: Transaction<DB>, id: number, reason: 'owner' | 'failures'): Promise<boolean> {
  const paused = await trx
    .updateTable('webhook_endpoints')
    .set({ paused_at: sql`now()`, paused_for: reason })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  await trx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: null })
    .where('endpoint_id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
  return paused !== undefined;
}

/** Changes a webhook of the account, which it locks, with an entry in the audit log. */
async function change<Result>(
  db: Kysely<DB>,
  { accountId, id }: OwnWebhook,
  kind: Extract<AuditLogEntry['kind'], `webhook-${string}`>,
  apply: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    const { username } = await lockAccount(trx, accountId);
    const webhook = await trx
      .selectFrom('webhook_endpoints')
      .select('url')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!webhook) throw webhookNotFound();
    const result = await apply(trx);
    await recordAuditEvent(trx, { kind, accountId, username, reason: new URL(webhook.url).host });
    return result;
  });
}

/** 'We can’t find this webhook.' */
export const webhookNotFound = () => new NotFound(t('We can’t find this webhook.'));

const lockAccount = (trx: Transaction<DB>, id: number) =>
  trx
    .selectFrom('accounts')
    .select(['username', 'email', 'language'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** @throws {NotFound} when the account has no such webhook */
export async function findWebhook(db: Kysely<DB>, { accountId, id }: OwnWebhook): Promise<Webhook> {
  const row = await webhookRows(db).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();
  if (!row) throw webhookNotFound();
  return toWebhook(row);
}

const webhookRows = (db: Kysely<DB>) =>
  db
    .selectFrom('webhook_endpoints as e')
    .select(['id', 'url', 'events', 'created_at', 'paused_at', 'paused_for'])
    .select([
      sql<Date | null>`case when rotated_at > now() - make_interval(hours => ${sql.lit(SECRET_OVERLAP_HOURS)})
        then rotated_at + make_interval(hours => ${sql.lit(SECRET_OVERLAP_HOURS)}) end`.as('former_until'),
      sql<number>`(select count(*)::int from (
        select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'waiting' limit ${sql.lit(MAX_COUNTED)}) as waiting)`.as(
        'waiting',
      ),
    ]);

type WebhookRow = Awaited<ReturnType<ReturnType<typeof webhookRows>['executeTakeFirstOrThrow']>>;

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: WEBHOOK_EVENTS.filter((event) => row.events.includes(event)),
  createdAt: row.created_at.toISOString(),
  formerSecretUntil: row.former_until?.toISOString() ?? null,
  pausedAt: row.paused_at?.toISOString() ?? null,
  pausedFor: row.paused_for,
  waiting: row.waiting,
});
