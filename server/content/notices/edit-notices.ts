import { sql, type Transaction } from 'kysely';
import {
  DEFAULT_NOTICE_HOURS,
  MAX_OPEN_NOTICES,
  type NoticeEdit,
  type NoticeForm,
  type NoticeScope,
} from '#contract/admin/notices.ts';
import { t } from '#contract/i18n/t.ts';
import type { Gazetteer } from '#server/places/gazetteer.ts';
import { invalidate, NOTICES_KEY } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, Invalid, NotFound } from '#server/platform/http/errors.ts';
import { NOTICE_END, type NoticeDeps } from './list-notices.ts';
import { RECORDED_COLUMNS, recordNoticeEvent } from './record-notice.ts';

const HOUR_MS = 3_600_000;
// Of the transactions that count the open notices.
const OPEN_NOTICES_LOCK = 747_201;

/**
 * Publishes a notice from its start on.
 * @throws {Invalid} for a county, city or category that does not exist
 * @throws {Conflict} while as many as can be are live or coming
 */
export function addNotice({ db, gazetteer }: NoticeDeps, form: NoticeForm, by: number): Promise<void> {
  const columns = toColumns(gazetteer, form);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${OPEN_NOTICES_LOCK})`.execute(trx);
    const { open } = await trx
      .selectFrom('notices as n')
      .select((count) => count.fn.countAll<number>().as('open'))
      .where(NOTICE_END, '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow();
    if (Number(open) >= MAX_OPEN_NOTICES)
      throw new Conflict(t('At most {max} notices can be live or coming. End one first.', { max: MAX_OPEN_NOTICES }));
    const { id } = await trx
      .insertInto('notices')
      .values({ ...columns, changed_by: by })
      .returning('id')
      .executeTakeFirstOrThrow();
    const latter = await noticeToRecord(trx, id).executeTakeFirstOrThrow();
    await publish(trx, gazetteer, { latter, by });
  });
}

/**
 * Changes a notice that has not ended.
 * @throws {NotFound} when there is none
 * @throws {Invalid} for a county, city or category that does not exist
 * @throws {Conflict} when it was changed since `version`, or has ended
 */
export function editNotice({ db, gazetteer }: NoticeDeps, id: number, edit: NoticeEdit, by: number): Promise<void> {
  const { starts_at, ...columns } = toColumns(gazetteer, edit);
  // One that is live keeps its start where the form names none.
  const start = edit.startsAt === null ? sql<Date>`least(n.starts_at, now())` : starts_at;
  return db.transaction().execute(async (trx) => {
    const former = await noticeToRecord(trx, id).forUpdate().executeTakeFirst();
    const latter = await openNotice(trx, id, edit.version)
      .set({ ...columns, starts_at: start, ...byWhom(by) })
      .returning(RECORDED_COLUMNS)
      .executeTakeFirst();
    if (!latter) throw toRefusal(former);
    await publish(trx, gazetteer, { former, latter, by });
  });
}

/** Ends a notice now, also one that has not begun. @throws {NotFound} {Conflict} as `editNotice` does */
export function endNotice({ db, gazetteer }: NoticeDeps, id: number, version: number, by: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const former = await noticeToRecord(trx, id).forUpdate().executeTakeFirst();
    const latter = await openNotice(trx, id, version)
      .set({ ended_at: sql<Date>`now()`, ...byWhom(by) })
      .returning(RECORDED_COLUMNS)
      .executeTakeFirst();
    if (!latter) throw toRefusal(former);
    await publish(trx, gazetteer, { former, latter, by });
  });
}

const openNotice = (trx: Transaction<DB>, id: number, version: number) =>
  trx
    .updateTable('notices as n')
    .where('n.id', '=', id)
    .where('n.version', '=', version)
    .where(NOTICE_END, '>', sql<Date>`now()`);

const byWhom = (by: number) => ({
  changed_by: by,
  changed_at: sql<Date>`now()`,
  version: sql<number>`n.version + 1`,
});

const noticeToRecord = (trx: Transaction<DB>, id: number) =>
  trx.selectFrom('notices as n').select(RECORDED_COLUMNS).where('n.id', '=', id);

const toRefusal = (known: object | undefined) =>
  known
    ? new Conflict(t('Someone else changed this notice, or it ended, while you had it open. Reload to see it.'))
    : new NotFound(t('This notice doesn’t exist.'));

async function publish(
  trx: Transaction<DB>,
  gazetteer: Gazetteer,
  change: Parameters<typeof recordNoticeEvent>[2],
): Promise<void> {
  await recordNoticeEvent(trx, gazetteer, change);
  await invalidate(trx, [NOTICES_KEY]);
}

function toColumns(
  gazetteer: Gazetteer,
  { text, link, linkLabel, translations, tone, scope, startsAt, endsAt }: NoticeForm,
) {
  const start = startsAt === null ? Date.now() : Date.parse(startsAt);
  return {
    text,
    tone,
    link: link || null,
    link_label: linkLabel || null,
    translations: JSON.stringify(Object.fromEntries(Object.entries(translations).filter(([, one]) => one?.text))),
    ...toSubject(gazetteer, scope),
    starts_at: startsAt === null ? sql<Date>`now()` : new Date(startsAt),
    ends_at: new Date(endsAt ?? start + DEFAULT_NOTICE_HOURS * HOUR_MS),
  };
}

function toSubject({ counties, places, categories }: Gazetteer, scope: NoticeScope) {
  const subject: Record<'county_id' | 'place_id' | 'category_id', number | null> = {
    county_id: null,
    place_id: null,
    category_id: null,
  };
  if (scope.kind === 'everywhere') return subject;
  const [directory, column] = (
    { county: [counties, 'county_id'], city: [places, 'place_id'], category: [categories, 'category_id'] } as const
  )[scope.kind];
  const found = directory.bySlug.get(scope.slug ?? '');
  const message = t('Choose a {kind, select, county {county} city {city} other {category}} from the list', {
    kind: scope.kind,
  });
  if (!found) throw new Invalid(message, [{ path: 'scope.slug', message }]);
  return { ...subject, [column]: found.id };
}
