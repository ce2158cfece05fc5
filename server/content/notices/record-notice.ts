import { type Selectable, sql, type Transaction } from 'kysely';
import type { AuditFacts } from '#contract/admin/audit-facts.ts';
import type { NoticeTranslations } from '#contract/admin/notices.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB, Notices } from '#server/platform/db/schema.ts';
import { presentNotice } from './notices.ts';

type RecordedNotice = Pick<
  Selectable<Notices>,
  'id' | 'version' | 'text' | 'link' | 'link_label' | 'translations' | 'tone' | 'county_id' | 'place_id' | 'category_id'
> &
  Pick<Selectable<Notices>, 'starts_at' | 'ends_at'> & { status: 'ended' | 'scheduled' | 'shown' };

/**
 * The columns of a `RecordedNotice` in a statement whose table is `n`. What starts or ends now does so up to half a
 * millisecond later, because columns are rounded.
 */
export const RECORDED_COLUMNS = [
  ...(['n.id', 'n.version', 'n.text', 'n.link', 'n.link_label', 'n.translations', 'n.tone'] as const),
  ...(['n.county_id', 'n.place_id', 'n.category_id', 'n.starts_at', 'n.ends_at'] as const),
  sql<
    RecordedNotice['status']
  >`case when n.ended_at is not null or n.ends_at <= now() then 'ended' when n.starts_at > now() + interval '1 ms' then 'scheduled'
    else 'shown' end`.as('status'),
] as const;

/** What always tells which notice an entry is about. */
const IDENTIFYING = ['notice', 'text'];

/**
 * Adds a change of a notice to the audit log, with what differs.
 * @param change.former undefined for a new one
 */
export function recordNoticeEvent(
  trx: Transaction<DB>,
  gazetteer: ReferenceData,
  { former, latter, by }: { former?: RecordedNotice; latter: RecordedNotice; by: number },
): Promise<void> {
  const [before, after] = [former && toFacts(gazetteer, former), toFacts(gazetteer, latter)];
  const differing = (facts: AuditFacts, other: AuditFacts = {}): AuditFacts =>
    Object.fromEntries(
      Object.entries(facts).filter(([name, value]) => IDENTIFYING.includes(name) || other[name as FactName] !== value),
    );
  return recordAuditEvent(trx, {
    kind: 'notice-changed',
    accountId: null,
    username: null,
    actorId: by,
    before: before && differing(before, after),
    after: differing(after, before),
  });
}

type FactName = keyof AuditFacts;

function toFacts(gazetteer: ReferenceData, notice: RecordedNotice): AuditFacts {
  const { kind, slug } = presentNotice(gazetteer, notice).scope;
  const { es: spanish } = notice.translations as NoticeTranslations;
  return {
    notice: notice.id,
    status: notice.status,
    text: notice.text,
    link: notice.link,
    linkLabel: notice.link_label,
    translatedText: spanish?.text || null,
    translatedLinkLabel: spanish?.linkLabel || null,
    tone: notice.tone,
    scope: slug === null ? kind : `${kind}: ${slug}`,
    startsAt: notice.starts_at.toISOString(),
    endsAt: notice.ends_at.toISOString(),
  };
}
