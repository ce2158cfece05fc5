import { type Kysely, sql } from 'kysely';
import type { AdminNotice, NoticeTranslations } from '#contract/admin/notices.ts';
import type { Gazetteer, ReferenceData } from '#server/places/gazetteer.ts';
import { getCategoryName, getCountyName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { presentNotice } from './notices.ts';

const MAX_ENDED_SHOWN = 50;

/** The dependencies of notices. */
export interface NoticeDeps {
  db: Kysely<DB>;
  gazetteer: Gazetteer;
}

/** The notices that are live or coming, by their start, then those that ended last. */
export async function listNotices({ db, gazetteer }: NoticeDeps): Promise<AdminNotice[]> {
  const open = noticeRows(db).where(NOTICE_END, '>', sql<Date>`now()`).orderBy('n.starts_at').orderBy('n.id');
  const ended = noticeRows(db)
    .where(NOTICE_END, '<=', sql<Date>`now()`)
    .orderBy(NOTICE_END, 'desc')
    .orderBy('n.id', 'desc');
  const rows = [...(await open.execute()), ...(await ended.limit(MAX_ENDED_SHOWN).execute())];
  return rows.map(({ starts_at, end, changed_at, username, state, ...row }) => ({
    ...presentNotice(gazetteer, row),
    translations: row.translations as NoticeTranslations,
    scopeName: findSubjectName(gazetteer, row),
    state,
    startsAt: starts_at.toISOString(),
    endsAt: end.toISOString(),
    changedAt: changed_at.toISOString(),
    changedBy: username,
  }));
}

/** When a notice `n` ends, or ended early. */
export const NOTICE_END = sql<Date>`least(n.ends_at, n.ended_at)`;

const noticeRows = (db: Kysely<DB>) =>
  db
    .selectFrom('notices as n')
    .leftJoin('accounts as a', 'a.id', 'n.changed_by')
    .select(['n.id', 'n.text', 'n.link', 'n.link_label', 'n.translations', 'n.tone'])
    .select(['n.county_id', 'n.place_id', 'n.category_id'])
    .select(['n.starts_at', 'n.version', 'n.changed_at', 'a.username', NOTICE_END.as('end')])
    .select(
      sql<
        AdminNotice['state']
      >`case when ${NOTICE_END} <= now() then 'ended' when n.starts_at > now() then 'coming' else 'live' end`.as(
        'state',
      ),
    );

function findSubjectName(
  { counties, places, categories }: ReferenceData,
  { county_id, place_id, category_id }: Record<'county_id' | 'place_id' | 'category_id', number | null>,
): string | null {
  const county = counties.byId.get(county_id ?? 0);
  if (county) return getCountyName(county);
  const category = categories.byId.get(category_id ?? 0);
  return category ? getCategoryName(category) : (places.byId.get(place_id ?? 0)?.name ?? null);
}
