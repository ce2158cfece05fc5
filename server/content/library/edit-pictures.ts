import { type Kysely, sql, type Transaction } from 'kysely';
import type { PictureEdit } from '#contract/admin/library-pictures.ts';
import { t } from '#contract/i18n/t.ts';
import { type AuditEvent, recordAuditEvent } from '#server/accounts/audit-log.ts';
import { toSurrogateKeys } from '#server/content/surrogate-keys.ts';
import { detachFiles } from '#server/photos/detach-files.ts';
import { libraryPictureKey } from '#server/photos/library/library.ts';
import { invalidate } from '#server/platform/db/invalidate.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Conflict, NotFound } from '#server/platform/http/errors.ts';
import { findUses } from './uses.ts';

/** Describes a picture. Markdown that names it keeps the description that it has. @throws {NotFound} when there is none */
export function editPicture(db: Kysely<DB>, id: number, edit: PictureEdit, by: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('library_pictures')
      .select(['alt', 'focus_x', 'focus_y'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) throw pictureNotFound();
    await trx
      .updateTable('library_pictures')
      .set({ alt: edit.alt, focus_x: edit.focusX, focus_y: edit.focusY })
      .where('id', '=', id)
      .execute();
    const toFacts = (alt: string, x: number, y: number) => ({ picture: id, description: alt, focus: `${x} ${y}` });
    await record(trx, {
      by,
      before: toFacts(before.alt, before.focus_x, before.focus_y),
      after: toFacts(edit.alt, edit.focusX, edit.focusY),
    });
    const texts = await trx.selectFrom('text_pictures').select('text_key').where('picture_id', '=', id).execute();
    await invalidate(
      trx,
      texts.flatMap(({ text_key }) => toSurrogateKeys(text_key)),
    );
  });
}

/**
 * Deletes a picture that nothing uses.
 * @throws {NotFound} when there is none
 * @throws {Conflict} when a text or an ad uses it, also an earlier version of a text that is not removed, or an ad that has ended
 */
export function deletePicture(db: Kysely<DB>, id: number, by: number): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Whoever begins to use it waits until the end, and then does not find it.
    const found = await trx.selectFrom('library_pictures').select('id').where('id', '=', id).forUpdate().execute();
    if (found.length === 0) throw pictureNotFound();
    const uses = (await findUses(trx, [id])).get(id) ?? [];
    if (uses.length > 0) {
      const names = uses.slice(0, MAX_NAMED_USES).map(({ name }) => name);
      throw new Conflict(
        t('It’s in use: {names}. Earlier versions of texts and ads that have ended count.', {
          names: names.join(', '),
        }),
      );
    }
    // Those of removed posts.
    await trx.deleteFrom('text_pictures').where('picture_id', '=', id).execute();
    await detachFiles(trx, 'library_pictures', sql`id = ${id}`);
    await record(trx, { by, before: { picture: id, status: 'added' }, after: { picture: id, status: 'deleted' } });
    await invalidate(trx, [libraryPictureKey(id)]);
  });
}

const MAX_NAMED_USES = 5;

const pictureNotFound = () => new NotFound(t('Picture not found.'));

const record = (
  trx: Transaction<DB>,
  { by, ...facts }: { by: number } & Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> =>
  recordAuditEvent(trx, { kind: 'picture-changed', accountId: null, username: null, actorId: by, ...facts });
