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
