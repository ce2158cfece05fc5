import type { FastifyRequest } from 'fastify';
import { MOST_PICTURE_BYTES, PICTURE_REFUSALS } from '#contract/pictures.ts';
import { HttpError, Invalid, Unavailable } from '../http/errors.ts';

/** What `@fastify/multipart` reads at most: one file and nothing else. */
export const FORM_LIMITS = {
  files: 1,
  fields: 0,
  parts: 1,
  fileSize: MOST_PICTURE_BYTES,
  headerPairs: 20,
  headerSize: 4096,
};

// What a form takes beside its file.
const MOST_FORM_BYTES = MOST_PICTURE_BYTES + 64 * 1024;

// Uploads are in memory until they are encoded.
const AT_ONCE = 16;
const AT_ONCE_EACH = 4;
const RETRY_SECONDS = 5;

const underway: number[] = [];

/**
 * Reads the one file of a form, and hands it on. So many at once are enough for a process, and a quarter of them for one
 * account: one picture for each place that a listing has.
 * @throws {HttpError} 413 for more than 10 MB
 * @throws {Invalid} when it is no form with one file in the field `file`
 * @throws {Unavailable} when too many are under way
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  accountId: number,
  use: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  const own = underway.filter((id) => id === accountId).length;
  if (underway.length >= AT_ONCE || own >= AT_ONCE_EACH)
    throw new Unavailable('Many pictures are being uploaded. Please try again in a moment.', RETRY_SECONDS);
  underway.push(accountId);
  try {
    return await use(await read(request));
  } finally {
    underway.splice(underway.indexOf(accountId), 1);
  }
}

async function read(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length']) > MOST_FORM_BYTES) throw tooLarge();
  const { RequestFileTooLargeError } = request.server.multipartErrors;
  const files: Buffer[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file') throw noForm();
      files.push(await part.toBuffer());
    }
  } catch (error) {
    // The parser throws errors of many kinds, and all of them are about what was sent.
    throw error instanceof RequestFileTooLargeError ? tooLarge() : noForm();
  }
  const [file] = files;
  if (!file) throw noForm();
  return file;
}

const tooLarge = () =>
  new HttpError(413, PICTURE_REFUSALS.tooLarge, [{ path: 'file', message: PICTURE_REFUSALS.tooLarge }]);
const noForm = () => new Invalid('Send one picture as multipart/form-data, in the field file.');
