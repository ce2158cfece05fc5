import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  Announcement,
  AnnouncementFilter,
  AnnouncementTexts,
  Recipient,
  RecipientState,
  RecipientsQuery,
} from '#contract/admin/emails/announcements.ts';
import type { ListQuery } from '#contract/api.ts';
import { toLanguage } from '#contract/i18n/languages.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { byId, idPosition, paginate, parseCursor } from '#server/platform/http/cursor.ts';
import { announcementNotFound } from './announcements.ts';

interface AnnouncementRow {
  id: number;
  texts: AnnouncementTexts;
  filter: AnnouncementFilter;
  is_news: boolean;
  username: string | null;
  started_at: Date;
  ended_at: Date | null;
  stopped_at: Date | null;
  counts: Partial<Record<RecipientState, number>>;
  bounced: number;
  unsubscribed_since: number;
}

/** The announcements, newest first. @throws {Invalid} for a malformed cursor */
export async function listAnnouncements(db: Kysely<DB>, { cursor, limit }: ListQuery) {
  const after = cursor === undefined ? sql`true` : sql`n.id < ${parseCursor(cursor, idPosition).id}`;
  const [rows, { total }] = await Promise.all([
    selectAnnouncements(db, sql`where ${after} order by n.id desc limit ${limit + 1}`),
    db.selectFrom('announcements').select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const { page, cursor: next } = paginate(rows, limit, byId);
  return { announcements: page.map(toAnnouncement), cursor: next, total };
}

/** @throws {NotFound} */
export async function readAnnouncement(db: Kysely<DB>, id: number): Promise<Announcement> {
  const [row] = await selectAnnouncements(db, sql`where n.id = ${id}`);
  if (!row) throw announcementNotFound();
  return toAnnouncement(row);
}

/** Its recipients by account, those of a state or all. @throws {Invalid} for a malformed cursor */
export async function listRecipients(db: Kysely<DB>, id: number, { cursor, limit, state }: RecipientsQuery) {
  const { counts, bounced } = await readAnnouncement(db, id);
  const after = cursor === undefined ? sql`true` : sql`r.account_id > ${parseCursor(cursor, idPosition).id}`;
  const wanted =
    state === undefined ? sql`true` : state === 'bounced' ? sql`r.bounced_at is not null` : sql`r.state = ${state}`;
  const { rows } = await sql<Omit<Recipient, 'at' | 'language'> & { at: Date; language: string | null }>`
    select r.account_id as id, a.username, r.state, r.language, r.problem, r.at, r.bounced_at is not null as bounced
    from announcement_recipients r join accounts a on a.id = r.account_id
    where r.announcement_id = ${id} and ${wanted} and ${after} order by r.account_id limit ${limit + 1}`.execute(db);
  const { page, cursor: next } = paginate(rows, limit, byId);
  const total =
    state === undefined
      ? Object.values(counts).reduce((sum, count) => sum + count, 0)
      : state === 'bounced'
        ? bounced
        : counts[state];
  return { recipients: page.map(toRecipient), cursor: next, total };
}

const toRecipient = ({
  at,
  language,
  ...row
}: Omit<Recipient, 'at' | 'language'> & { at: Date; language: string | null }): Recipient => ({
  ...row,
  language: language === null ? null : toLanguage(language),
  at: at.toISOString(),
});

async function selectAnnouncements(db: Kysely<DB>, where: RawBuilder<unknown>): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select n.id, n.texts, n.filter, n.is_news, a.username, n.started_at, n.ended_at, n.stopped_at, c.counts, c.bounced,
      c.unsubscribed_since
    from announcements n left join accounts a on a.id = n.started_by
    cross join lateral (
      select coalesce(jsonb_object_agg(s.state, s.count), '{}') as counts, coalesce(sum(s.bounced), 0)::int as bounced,
        coalesce(sum(s.stopped), 0)::int as unsubscribed_since
      from (
        select r.state, count(*)::int as count, count(r.bounced_at)::int as bounced,
          (count(*) filter (where r.state = 'sent' and n.is_news and m.stopped_at >= r.at))::int as stopped
        from announcement_recipients r
        left join mailings m on m.account_id = r.account_id and m.kind = 'announcement'
        where r.announcement_id = n.id group by r.state
      ) s
    ) c
    ${where}`.execute(db);
  return rows;
}

const NONE = { waiting: 0, sending: 0, sent: 0, failed: 0, unsubscribed: 0, stopped: 0 };

const toAnnouncement = (row: AnnouncementRow): Announcement => ({
  id: row.id,
  texts: row.texts,
  filter: row.filter,
  isNews: row.is_news,
  startedBy: row.username,
  startedAt: row.started_at.toISOString(),
  state: row.stopped_at ? 'stopped' : row.ended_at ? 'ended' : 'running',
  counts: { ...NONE, ...row.counts },
  bounced: row.bounced,
  unsubscribedSince: row.unsubscribed_since,
});
