import type { FastifyRequest } from 'fastify';
import { t } from '#contract/i18n/t.ts';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { PHOTO_ERROR_MESSAGES, type UploadErrorMessages } from '#contract/photos.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { HttpError, Invalid, Unavailable } from '#server/platform/http/errors.ts';

/** The limits of `@fastify/multipart`: one file and nothing else. */
export const FORM_LIMITS = {
  files: 1,
  fields: 0,
  parts: 1,
  fileSize: MAX_PHOTO_BYTES,
  headerPairs: 20,
  headerSize: 4096,
};

// The size of a file, and the overhead of the form.
const MAX_FORM_BYTES = MAX_PHOTO_BYTES + 64 * 1024;

// Each upload is held in memory from its first byte until it is encoded.
const MAX_CONCURRENT = 16;
const MAX_CONCURRENT_PER_ACCOUNT = 4;
const MAX_CONCURRENT_PER_ADDRESS = 8;
const RETRY_SECONDS = 5;

// After a grace period an upload must have been at least this fast on average, so that slow ones do not hold slots for long.
const MIN_BYTES_PER_SECOND = 10_000;
const GRACE_MS = 5000;
const RATE_CHECK_INTERVAL_MS = 1000;

/** An upload from its request to its end. */
interface Upload {
  /** Null if nobody is signed in. */
  accountId: number | null;
  address: string;
  receivedBytes: number;
}

const uploads = new Set<Upload>();

/**
 * Reads the one file of a form and passes it to `use`. Concurrent uploads are limited per account and address, and those that
 * have sent something per process; an account may upload the logo and the three photos of a listing at once.
 * @param messages what it says of a file that is refused
 * @throws {HttpError} 413 for more than 10 MB, 408 for less than 10 kB a second
 * @throws {Invalid} unless it is a form with one file in the field `file`
 * @throws {Unavailable} when too many uploads are in flight
 */
export async function withUpload<Result>(
  request: FastifyRequest,
  accountId: number | null,
  use: (bytes: Buffer) => Promise<Result>,
  messages: UploadErrorMessages = PHOTO_ERROR_MESSAGES,
): Promise<Result> {
  // Reading a closed connection never ends, so that its slot would be taken until the grace period is over.
  if (request.raw.destroyed) throw invalidForm();
  const upload: Upload = { accountId, address: getClientAddress(request), receivedBytes: 0 };
  const count = (matches: (other: Upload) => boolean) => [...uploads].filter(matches).length;
  if (
    (accountId !== null && count((other) => other.accountId === accountId) >= MAX_CONCURRENT_PER_ACCOUNT) ||
    count((other) => other.address === upload.address) >= MAX_CONCURRENT_PER_ADDRESS
  )
    throw tooMany();
  uploads.add(upload);
  try {
    return await use(await withMinimumRate(request, upload, readFile(request, upload, messages)));
  } finally {
    uploads.delete(upload);
  }
}

async function readFile(
  request: FastifyRequest,
  upload: Upload,
  { tooLarge: message }: UploadErrorMessages,
): Promise<Buffer> {
  const tooLarge = () => new HttpError(413, message, [{ path: 'file', message }]);
  if (Number(request.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge();
  const files: Buffer[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file') throw invalidForm();
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) {
        if (upload.receivedBytes === 0 && [...uploads].filter(isFlowing).length >= MAX_CONCURRENT) throw tooMany();
        upload.receivedBytes += chunk.length;
        chunks.push(chunk);
      }
      if (part.file.truncated) throw tooLarge();
      files.push(Buffer.concat(chunks));
    }
  } catch (error) {
    // The parser throws errors of many classes; each of them means that the request is malformed.
    throw error instanceof HttpError ? error : invalidForm();
  }
  const [file] = files;
  if (!file) throw invalidForm();
  return file;
}

const isFlowing = ({ receivedBytes }: Upload) => receivedBytes > 0;

/** Resolves like `reading`, or rejects when the upload is too slow; then its connection is closed. */
async function withMinimumRate<Result>(request: FastifyRequest, upload: Upload, reading: Promise<Result>) {
  const started = Date.now();
  const tooSlow = Promise.withResolvers<never>();
  const check = setInterval(() => {
    const elapsed = Date.now() - started;
    if (elapsed < GRACE_MS || upload.receivedBytes >= (MIN_BYTES_PER_SECOND * elapsed) / 1000) return;
    request.raw.pause();
    tooSlow.reject(new HttpError(408, t('The upload was too slow. Please try again on a faster connection.')));
  }, RATE_CHECK_INTERVAL_MS);
  // Once the upload is refused as too slow, nobody waits for the rest.
  reading.catch(() => {});
  try {
    return await Promise.race([reading, tooSlow.promise]);
  } finally {
    clearInterval(check);
  }
}

const tooMany = () =>
  new Unavailable(t('Too many files are uploading right now. Please try again in a moment.'), RETRY_SECONDS);
const invalidForm = () => new Invalid(t('Send one photo as multipart/form-data, in the field file.'));
