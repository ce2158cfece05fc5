import { type Kysely, sql, type Transaction } from 'kysely';
import { Webhook } from 'standardwebhooks';
import {
  MAX_RESPONSE_LENGTH,
  SECRET_OVERLAP_HOURS,
  WEBHOOK_TRIES,
  type WebhookDelivery,
} from '#contract/ownership/webhooks.ts';
import { truncate } from '#contract/text.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import type { Post } from '#server/platform/outbound/poster.ts';
import { AddressRefused } from '#server/platform/outbound/public-lookup.ts';
import { toWebhookId } from './deliveries.ts';
import { webhookPausedEmail } from './emails.ts';
import { type PayloadDeps, type RecordedEvent, writePayload } from './payload.ts';
import { toSecret } from './secrets.ts';
import { pause } from './webhooks.ts';

/** What sends webhooks. */
export interface AttemptDeps extends PayloadDeps {
  jobs: Pick<Jobs, 'enqueueEmail'>;
  post: Post;
  site: SiteInfo;
}

/** A delivery that a job may send, while it has the newest lease. */
export interface Lease {
  id: number;
  endpointId: number;
  number: number;
}

/** How long a job may take to send a delivery before another one does. */
export const LEASE_SECONDS = 90;

// After each failure but the last: 48 hours altogether.
const RETRY_MINUTES = [1, 5, 30, 120, 300, 720, 1704];

/** Sends a delivery once and records what came of it. Has no effect when another job has it, or its webhook was paused. */
export async function attempt(deps: AttemptDeps, lease: Lease): Promise<void> {
  const delivery = await renewLease(deps.db, lease);
  if (!delivery) return;
  const payload = delivery.payload ?? (await storePayload(deps, delivery));
  const headers = await toHeaders(deps.db, delivery, payload);
  const startedAt = performance.now();
  const outcome = await send(deps.post, delivery.url, { headers, body: payload });
  const ms = Math.round(performance.now() - startedAt);
  await deps.db.transaction().execute((trx) => record(trx, deps, { lease, delivery, outcome, ms }));
}

type LeasedDelivery = RecordedEvent & {
  id: number;
  endpointId: number;
  url: string;
  messageId: string;
  payload: string | null;
  attempts: number;
  salt: Buffer;
  formerSalt: Buffer | null;
};

async function renewLease(db: Kysely<DB>, { id, number }: Lease): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<LeasedDelivery>`
    update webhook_deliveries d set leased_until = now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
    from webhook_endpoints e, accounts a
    where d.id = ${id} and d.leases = ${number} and d.status = 'waiting' and e.id = d.endpoint_id and e.paused_at is null
      and a.id = e.account_id and a.is_active
    returning d.id, d.endpoint_id as "endpointId", e.url, d.message_id as "messageId", d.payload, d.attempts, d.type, d.listing_id as "listingId",
      d.subject_id as "subjectId", d.occurred_at as "occurredAt", e.account_id as "accountId", e.salt,
      case when e.rotated_at > now() - make_interval(hours => ${sql.lit(SECRET_OVERLAP_HOURS)}) then e.former_salt end as "formerSalt"`.execute(
    db,
  );
  return rows[0];
}

/** Writes the payload once: each attempt sends the same. */
async function storePayload(deps: AttemptDeps, delivery: LeasedDelivery): Promise<string> {
  const payload = await writePayload(deps, delivery);
  await deps.db.updateTable('webhook_deliveries').set({ payload }).where('id', '=', delivery.id).execute();
  return payload;
}

/** As https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md says; both secrets sign while one replaces the other. */
async function toHeaders(db: Kysely<DB>, { messageId, salt, formerSalt }: LeasedDelivery, payload: string) {
  const id = toWebhookId(messageId);
  const at = new Date();
  const salts = formerSalt ? [salt, formerSalt] : [salt];
  const secrets = await Promise.all(salts.map((one) => toSecret(db, one)));
  return {
    'content-type': 'application/json',
    'user-agent': 'socal-local-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
  };
}

interface Outcome {
  status: number | null;
  body: string | null;
  error: WebhookDelivery['error'];
}

async function send(post: Post, url: string, request: Parameters<Post>[1]): Promise<Outcome> {
  try {
    const { status, body } = await post(url, request);
    return { status, body: truncate(body.replaceAll('\0', ''), MAX_RESPONSE_LENGTH), error: null };
  } catch (error) {
    return { status: null, body: null, error: classifyError(error) };
  }
}

/** Why there was no response. The message of the error would say more than the owner may know: the addresses of our network. */
export function classifyError(error: unknown): Outcome['error'] {
  const { cause, name, code = '' } = error as Error & { code?: string };
  if (error instanceof AddressRefused || cause instanceof AddressRefused) return 'address';
  if (name === 'TimeoutError' || code.includes('TIMEOUT') || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  if (code === 'ECONNREFUSED') return 'refused';
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code) ? 'certificate' : 'connection';
}

interface Attempted {
  lease: Lease;
  delivery: LeasedDelivery;
  outcome: Outcome;
  ms: number;
}

async function record(trx: Transaction<DB>, deps: AttemptDeps, { lease, delivery, outcome, ms }: Attempted) {
  // Locked in the order of who pauses it.
  await trx.selectFrom('webhook_endpoints').select('id').where('id', '=', delivery.endpointId).forUpdate().execute();
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const attempts = delivery.attempts + 1;
  const retryMinutes = RETRY_MINUTES[delivery.attempts] ?? 0;
  const updated = await trx
    .updateTable('webhook_deliveries')
    .set({
      status: isDelivered ? 'delivered' : delivery.type === 'test' ? 'failed' : 'waiting',
      attempts,
      attempted_at: sql`now()`,
      leased_until: null,
      response_status: outcome.status,
      response_body: outcome.body,
      response_ms: ms,
      error: outcome.error,
      next_attempt_at: sql`now() + make_interval(mins => ${retryMinutes})`,
    })
    .where('id', '=', lease.id)
    .where('leases', '=', lease.number)
    .returning(['id', 'status'])
    .executeTakeFirst();
  if (updated?.status === 'waiting' && attempts >= WEBHOOK_TRIES) await pauseAfterFailures(trx, deps, delivery);
}

/** Pauses the webhook and mails its owner, who can resume it. */
async function pauseAfterFailures(trx: Transaction<DB>, { jobs, site }: AttemptDeps, delivery: LeasedDelivery) {
  const { accountId, endpointId, url } = delivery;
  if (!(await pause(trx, endpointId, 'failures'))) return;
  const { username, email, language } = await trx
    .selectFrom('accounts')
    .select(['username', 'email', 'language'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await recordAuditEvent(trx, { kind: 'webhook-paused', accountId, username, reason: new URL(url).host });
  if (email)
    await jobs.enqueueEmail(
      trx,
      writeEmail(language, () => webhookPausedEmail(site, email)),
    );
}
