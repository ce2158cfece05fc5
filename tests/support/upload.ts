import type { Kysely } from 'kysely';
import { storeEncodedPicture } from '#server/photos/upload.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { Visitor } from './api.ts';

/** A file in a multipart form. */
export interface FilePart {
  bytes: Buffer;
  filename?: string;
  type?: string;
  field?: string;
}

const BOUNDARY = '----a-boundary-of-the-tests';

export const MULTIPART_CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The body of a multipart form with these files, as a browser sends it. */
export function toMultipartBody(...files: FilePart[]): Buffer {
  const parts = files.flatMap(({ bytes, filename = 'photo.jpg', type = 'image/jpeg', field = 'file' }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Uploads a file as a picture. */
export const uploadPhoto = (visitor: Visitor, file: FilePart | Buffer) =>
  visitor.send('POST', '/api/photos', toMultipartBody(Buffer.isBuffer(file) ? { bytes: file } : file), {
    'content-type': MULTIPART_CONTENT_TYPE,
  });

const PREFIXES = { message_pictures: 'message-', review_pictures: 'review-' };

/**
 * Stores what an upload of a picture stores, without the process that encodes it, which takes 0.3 s of CPU time.
 * @returns its name
 */
export async function makeUnattachedPicture(
  deps: { db: Kysely<DB>; storage: Storage },
  table: keyof typeof PREFIXES,
): Promise<string> {
  const encoded = { width: 500, height: 300, files: [{ width: 500, bytes: Buffer.from('a picture') }] };
  const { name } = await storeEncodedPicture(
    deps,
    encoded,
    async (trx, row, picture) => {
      await trx.insertInto(table).values(row).execute();
      return { id: 0, ...picture };
    },
    PREFIXES[table],
  );
  return name;
}
