import { sql } from 'kysely';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { DESK_ROWS } from '#contract/admin/desk.ts';
import { DESK_AUDIT_ROWS } from '#contract/limits.ts';
import type { ReportReason } from '#contract/reports/report-reasons.ts';
import type { SuggestedEditKind } from '#contract/reports/suggested-edit-kinds.ts';

/*
 * What the desk of a listing shows besides its row. Each statement reads an index by the listing and stops at a limit; the test of their
 * plans is beside this file.
 */

const LIMIT = sql.lit(DESK_ROWS);

interface ReportRow {
  id: number;
  reason: ReportReason;
  text: string;
  created_at: Date;
  outcome: 'hidden' | 'kept' | null;
}

export const reportsQuery = (id: number) => sql<ReportRow>`
  select id, reason, text, created_at, outcome from reports where listing_id = ${id} order by id desc limit ${LIMIT}`;

interface SuggestedEditRow {
  id: number;
  kind: SuggestedEditKind;
  value: string;
  created_at: Date;
}

export const suggestedEditsQuery = (id: number) => sql<SuggestedEditRow>`
  select id, kind, value, created_at from suggested_edits
  where listing_id = ${id} and decided_at is null and kind <> 'confirmed'
  order by created_at desc limit ${LIMIT}`;

interface ClaimRow {
  id: number;
  status: 'mailed' | 'waiting' | 'approved';
  account_id: number;
  username: string;
  created_at: Date;
}

/** Two indexes: of those that wait, and of the approved one. */
export const claimsQuery = (id: number) => sql<ClaimRow>`
  select c.id, c.status, c.account_id, a.username, c.created_at
  from (
    select * from claims where listing_id = ${id} and status in ('mailed', 'waiting')
    union all select * from claims where listing_id = ${id} and status = 'approved'
  ) as c join accounts a on a.id = c.account_id
  order by c.id desc limit ${LIMIT}`;

interface TermRow {
  payment_id: number;
  amount_cents: number;
  level: 'enhanced' | 'premium';
  starts_at: Date;
  ends_at: Date;
  ended_at: Date | null;
}

export const termsQuery = (id: number) => sql<TermRow>`
  select coalesce(p.part_of, t.payment_id) as payment_id, p.amount_cents, t.level, t.starts_at, t.ends_at, t.ended_at
  from terms t join payments p on p.id = t.payment_id
  where t.listing_id = ${id} order by t.ends_at desc limit ${LIMIT}`;

interface PairRow {
  id: number;
  other_id: number;
  title: string;
  verdict: 'same' | 'different' | null;
}

export const pairsQuery = (id: number) => sql<PairRow>`
  select p.id, p.other_id, l.title, p.verdict
  from (
    select id, other_id, verdict from doubtful_pairs where listing_id = ${id}
    union all select id, listing_id, verdict from doubtful_pairs where other_id = ${id}
  ) as p join listings l on l.id = p.other_id
  order by p.verdict is not null, p.id desc limit ${LIMIT}`;

interface MergeRow {
  id: number;
  title: string;
  /** Whether this one was merged into the listing; otherwise the listing was merged into this one. */
  isKept: boolean;
}

export const mergesQuery = (id: number) => sql<MergeRow>`
  select m.id, l.title, m."isKept"
  from (
    select kept_id as id, true as "isKept" from listing_merges where merged_id = ${id}
    union all select merged_id, false from listing_merges where kept_id = ${id}
  ) as m join listings l on l.id = m.id
  order by m.id limit ${LIMIT}`;

interface MergedRow {
  source: string;
  sourceId: string;
  name: string;
}

export const mergedRowsQuery = (id: number) => sql<MergedRow>`
  select source, source_id as "sourceId", draft->>'business_name' as name
  from merged_rows where listing_id = ${id} order by merged_at desc, source_id limit ${LIMIT}`;

interface AuditRow {
  id: number;
  at: Date;
  kind: AuditLogEntry['kind'];
  username: string | null;
  actor_id: number | null;
  actor: string | null;
  reason: string | null;
}

export const auditQuery = (id: number) => sql<AuditRow>`
  select id, at, kind, username, actor_id, (select username from accounts where id = audit.actor_id) as actor, reason
  from audit where listing_id = ${id} order by id desc limit ${sql.lit(DESK_AUDIT_ROWS)}`;
