import type { Transaction } from 'kysely';
import { type AuditEvent, recordAuditEvent } from '../../accounts/audit-log.ts';
import type { DB } from '../../db/schema.ts';

const MAX_REASON_LENGTH = 1000;

/** Adds what happened to a coupon to the audit log. */
export const recordCouponEvent = (
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
) =>
  recordAuditEvent(trx, {
    kind,
    accountId: null,
    username: null,
    actorId: by,
    reason: `${code}: ${reason}`.slice(0, MAX_REASON_LENGTH).toWellFormed(),
    ...(before && { before: { coupon: id, ...before } }),
    after: { coupon: id, ...after },
  });
