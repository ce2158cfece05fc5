import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Photo } from '#contract/photos.ts';
import type { DB } from '../db/schema.ts';
import { Invalid } from '../http/errors.ts';
import { pictureFileName, pictureSource } from '../photos/pictures.ts';
import { type PictureDeps, storePicture } from '../photos/upload.ts';

/** What the names of files of messages begin with: `/photos/` does not serve them. */
const PREFIX = 'message-';
const UNUSED_HOURS = 24;

/**
 * Stores a picture for a message that is being written: within a day it is sent, or removed.
 * @returns its name, by which the message names it; nobody can guess it
 * @throws {Invalid} {Unavailable} see `storePicture`
 */
export const uploadMessagePicture = (deps: PictureDeps, bytes: Buffer): Promise<{ name: string }> =>
  storePicture(
    deps,
    bytes,
    async (trx, row, picture) => {
      await trx.insertInto('message_pictures').values(row).execute();
      return { id: 0, ...picture };
    },
    PREFIX,
  );

/**
 * Attaches uploaded pictures to a message.
 * @throws {Invalid} for one that does not exist, was removed, or is part of another message
 */
export async function attachPictures(trx: Transaction<DB>, messageId: number, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('message_pictures')
    .set({ message_id: messageId })
    .where('name', 'in', names)
    .where('message_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(names.length))
    throw new Invalid('Some pictures can’t be used.', [
      { path: 'pictures', message: 'Please add the pictures again.' },
    ]);
}

/** The pictures of messages, by message. `token` is that of a customer's link, without which their browser cannot load them. */
export async function findPictures(
  db: Kysely<DB>,
  messages: { id: number; conversation_id: number }[],
  token?: string,
): Promise<Map<number, Photo[]>> {
  if (messages.length === 0) return new Map();
  const rows = await db
    .selectFrom('message_pictures')
    .select(['name', 'widths', 'width', 'height', 'message_id'])
    .where('message_id', '=', sql<number>`any(${messages.map(({ id }) => id)}::bigint[])`)
    .orderBy('created_at')
    .execute();
  const conversations = new Map(messages.map(({ id, conversation_id }) => [id, conversation_id]));
  const present = ({ message_id, ...picture }: (typeof rows)[number]) =>
    pictureSource(
      { ...picture, alt: '' },
      (name, width) =>
        `/api/conversations/${conversations.get(message_id as number)}/pictures/${pictureFileName(name, width)}${token ? `?token=${token}` : ''}`,
    );
  const grouped = Map.groupBy(rows, ({ message_id }) => message_id as number);
  return new Map([...grouped].map(([id, pictures]) => [id, pictures.map(present)]));
}

/** Deletes pictures that were uploaded a day ago and never sent, and those of messages that were deleted. Runs hourly. */
export async function deleteUnusedPictures(db: Kysely<DB>): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      removePictures(
        trx,
        sql`message_id is null and created_at <= now() - make_interval(hours => ${sql.lit(UNUSED_HOURS)})`,
      ),
    );
}

/** Deletes rows of pictures; their files are removed after the commit (docs/decisions/0024-orphaned-file-tracking.md). */
export async function removePictures(trx: Transaction<DB>, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; widths: number[] }>`
    delete from message_pictures where ${which} returning name, widths`.execute(trx);
  const files = rows.flatMap(({ name, widths }) => widths.map((width) => pictureFileName(name, width)));
  if (files.length > 0) await sql`insert into stale_files (name) select unnest(${files}::text[])`.execute(trx);
}
