import { type Kysely, sql, type Transaction } from 'kysely';
import type { AnnouncementStart } from '#contract/admin/emails/announcements.ts';
import { t } from '#contract/i18n/t.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { ReferenceData } from '#server/places/gazetteer.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { insertRecipients } from './audience.ts';
import { checkPlaceholders } from './compose.ts';
import type { AnnouncementQueue } from './queue.ts';

/** How long an announcement and the log of its recipients are kept: as long as its links unsubscribe. */
const KEPT_DAYS = 400;

/**
 * Begins to send an announcement to whom its filter finds now, once for each key.
 * @returns its id
 * @throws {Conflict} when other than the confirmed number would get it
 * @throws {Invalid} for an unknown placeholder
 */
export async function startAnnouncement(
  db: Kysely<DB>,
  { gazetteer, queue }: { gazetteer: ReferenceData; queue: AnnouncementQueue },
  { key, recipients, filter, isNews, texts }: AnnouncementStart,
  by: number,
): Promise<number> {
  checkPlaceholders(texts);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      insert into announcements (key, texts, filter, is_news, started_by)
      values (${key}, ${JSON.stringify(texts)}, ${JSON.stringify(filter)}, ${isNews}, ${by})
      on conflict (key) do nothing returning id`.execute(trx);
    const id = rows[0]?.id;
    if (id === undefined) return findByKey(trx, key);
    const count = await insertRecipients(trx, gazetteer, id, { filter, isNews });
    if (count !== recipients)
      throw new Conflict(
        t(
          '{count, plural, =0 {No owners match now.} one {One owner matches now.} other {{count, number} owners match now.}} Check the number and send it again.',
          { count },
        ),
      );
    await recordAuditEvent(trx, {
      kind: 'announcement-started',
      accountId: null,
      username: null,
      actorId: by,
      after: { announcement: id, text: texts.en.subject, recipients: count },
    });
    await queue.add(trx, {});
    return id;
  });
}

const findByKey = async (trx: Transaction<DB>, key: string): Promise<number> =>
  (await trx.selectFrom('announcements').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;

/**
 * Stops an announcement: who has not got it yet does not get it.
 * @throws {Conflict} when it has ended
 */
export async function stopAnnouncement(db: Kysely<DB>, id: number, by: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stopped = await trx
      .updateTable('announcements')
      .set({ stopped_at: sql`now()`, ended_at: sql`now()` })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .returning('texts')
      .executeTakeFirst();
    if (!stopped) {
      const known = await trx.selectFrom('announcements').select('id').where('id', '=', id).executeTakeFirst();
      throw known ? new Conflict(t('This email has been sent already.')) : announcementNotFound();
    }
    const { numUpdatedRows } = await trx
      .updateTable('announcement_recipients')
      .set({ state: 'stopped', at: sql`now()` })
      .where('announcement_id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    await recordAuditEvent(trx, {
      kind: 'announcement-stopped',
      accountId: null,
      username: null,
      actorId: by,
      after: {
        announcement: id,
        text: (stopped.texts as unknown as AnnouncementStart['texts']).en.subject,
        recipients: Number(numUpdatedRows),
      },
    });
  });
}

/** The error where there is no such announcement. */
export const announcementNotFound = () => new NotFound(t('There’s no such email.'));

/** Deletes old announcements with their recipients. A daily task. */
export async function deleteOldAnnouncements(db: Kysely<DB>): Promise<void> {
  await sql`delete from announcements where started_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
