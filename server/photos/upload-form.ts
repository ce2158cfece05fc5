import type { FastifyRequest } from 'fastify';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { PHOTO_ERROR_MESSAGES } from '#contract/photos.ts';
import { HttpError, Invalid, Unavailable } from '../http/errors.ts';

/** The limits of `@fastify/multipart`: one file and nothing else. */
export const FORM_LIMITS = {
  files: 1,
  fields: 0,
  parts: 1,
  fileSize: MAX_PHOTO_BYTES,
  headerPairs: 20,
  headerSize: 4096,
};

// The file and the overhead of the form.
const MAX_FORM_BYTES = MAX_PHOTO_BYTES + 64 * 1024;

// Each upload is held in memory until it is encoded.
const MAX_CONCURRENT = 16;
const MAX_CONCURRENT_PER_ACCOUNT = 4;
const RETRY_SECONDS = 5;

const inFlight: number[] = [];

/**
 * Reads the one file of a form and passes it to `use`. Concurrent uploads are limited per process and per account; an account
 * may upload the logo and the three photos of a listing at once.
 * @throws {HttpError} 413 for more than 10 MB
 * @throws {Invalid} unless it is a form with one file in the field `file`
 * @throws {Unavailable} when too many uploads are in flight
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  accountId: number,
  use: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  const own = inFlight.filter((id) => id === accountId).length;
  if (inFlight.length >= MAX_CONCURRENT || own >= MAX_CONCURRENT_PER_ACCOUNT)
    throw new Unavailable('Many pictures are being uploaded. Please try again in a moment.', RETRY_SECONDS);
  inFlight.push(accountId);
  try {
    return await use(await readFile(request));
  } finally {
    inFlight.splice(inFlight.indexOf(accountId), 1);
  }
}

async function readFile(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge();
  const { RequestFileTooLargeError } = request.server.multipartErrors;
  const files: Buffer[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file') throw invalidForm();
      files.push(await part.toBuffer());
    }
  } catch (error) {
    // The parser throws errors of many classes; each of them means that the request is malformed.
    throw error instanceof RequestFileTooLargeError ? tooLarge() : invalidForm();
  }
  const [file] = files;
  if (!file) throw invalidForm();
  return file;
}

const tooLarge = () =>
  new HttpError(413, PHOTO_ERROR_MESSAGES.tooLarge, [{ path: 'file', message: PHOTO_ERROR_MESSAGES.tooLarge }]);
const invalidForm = () => new Invalid('Send one picture as multipart/form-data, in the field file.');
