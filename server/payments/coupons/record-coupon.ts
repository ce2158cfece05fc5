import type { Transaction } from 'kysely';
import { type AuditEvent, recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { authorizeDecision, recordDecision } from '#server/staff/decisions.ts';

const MAX_REASON_LENGTH = 1000;

/** Adds what happened to a coupon to the audit log. */
export async function recordCouponEvent(
  trx: Transaction<DB>,
  kind: 'coupon-created' | 'coupon-changed' | 'coupon-ended',
  {
    id,
    code,
    reason,
    by,
    before,
    after,
  }: { id: number; code: string; reason: string; by: number } & Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  const event = {
    accountId: null,
    username: null,
    reason: `${code}: ${reason}`.slice(0, MAX_REASON_LENGTH).toWellFormed(),
    ...(before && { before: { coupon: id, ...before } }),
    after: { coupon: id, ...after },
  };
  if (kind === 'coupon-created') return recordAuditEvent(trx, { ...event, kind, actorId: by });
  const permit = await authorizeDecision(trx, { kind, by, ref: id });
  await recordDecision(trx, permit, { ...event, kind });
}
