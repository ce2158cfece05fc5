import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { t } from '#contract/i18n/t.ts';
import type { Photo } from '#contract/photos.ts';
import { pictureFileName, pictureSource } from '#server/photos/pictures.ts';
import { removeUnusedPictures } from '#server/photos/unattached-pictures.ts';
import type { DB, MessagePictures } from '#server/platform/db/schema.ts';
import { Invalid } from '#server/platform/http/errors.ts';

/**
 * Attaches uploaded pictures to a message or a quote request.
 * @throws {Invalid} for one that does not exist, was removed, or is part of another one
 */
export async function attachPictures(
  trx: Transaction<DB>,
  partOf: { message_id: number } | { quote_request_id: number },
  names: string[],
): Promise<void> {
  if (names.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('message_pictures')
    .set(partOf)
    .where('name', 'in', names)
    .where('message_id', 'is', null)
    .where('quote_request_id', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== BigInt(names.length))
    throw new Invalid(t('Some pictures can’t be used.'), [
      { path: 'pictures', message: t('Please add the pictures again.') },
    ]);
}

/** The pictures of messages, by message. */
export async function findPictures(
  db: Kysely<DB>,
  messages: { id: number; conversation_id: number }[],
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
    presentPicture(picture, conversations.get(message_id as number) as number);
  const grouped = Map.groupBy(rows, ({ message_id }) => message_id as number);
  return new Map([...grouped].map(([id, pictures]) => [id, pictures.map(present)]));
}

/** The pictures of a quote request, as who takes part in one of its conversations loads them. */
export async function findQuotePictures(db: Kysely<DB>, quoteId: number, conversationId: number): Promise<Photo[]> {
  const rows = await db
    .selectFrom('message_pictures')
    .select(['name', 'widths', 'width', 'height'])
    .where('quote_request_id', '=', quoteId)
    .orderBy('created_at')
    .execute();
  return rows.map((picture) => presentPicture(picture, conversationId));
}

const presentPicture = (
  picture: Pick<Selectable<MessagePictures>, 'name' | 'widths' | 'width' | 'height'>,
  conversationId: number,
): Photo =>
  pictureSource(
    { ...picture, alt: '' },
    (name, width) => `/api/conversations/${conversationId}/pictures/${pictureFileName(name, width)}`,
  );

/** Deletes pictures that were uploaded a day ago and never sent, and those of messages that were deleted. Runs hourly. */
export const deleteUnusedPictures = (db: Kysely<DB>): Promise<number> =>
  removeUnusedPictures(db, 'message_pictures', sql`message_id is null and quote_request_id is null`);
