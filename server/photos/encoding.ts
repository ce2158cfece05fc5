import { join } from 'node:path';
import { defineMessage } from '#contract/i18n/t.ts';
import { MAX_PHOTO_PIXELS } from '#contract/limits.ts';
import { PHOTO_ERROR_MESSAGES, type UploadErrorMessages } from '#contract/photos.ts';
import { startConfined } from '#server/platform/confined-process.ts';
import { Invalid, Unavailable } from '#server/platform/http/errors.ts';

/** An encoded picture: its WebP files, the narrowest first. `width` and `height` are those of the largest, in pixels. */
export interface EncodedPicture {
  width: number;
  height: number;
  files: { width: number; bytes: Buffer }[];
}

/** The request to the child process. */
export interface EncodeRequest {
  bytes: Buffer;
  maxPixels: number;
}

/** The reply of the child process, which then exits. */
export type EncodeResult = EncodedPicture | { refused: keyof UploadErrorMessages };

const CHILD_MODULE = join(import.meta.dirname, 'encoding.child.mjs');
const TIMEOUT_MS = 20_000;
const RETRY_SECONDS = 60;
const UNAVAILABLE = defineMessage('We can’t process photos right now. Please try again later.');

/**
 * Re-encodes a picture: its first frame, upright, in sRGB, without metadata such as the place where it was taken. It is never
 * enlarged. Pictures are encoded one at a time; others wait.
 * @param bytes an untrusted file of at most 10 MB
 * @param messages what it says of a file that is refused
 * @throws {Invalid} when it is no JPEG, PNG, WebP or AVIF, cannot be decoded completely, or has too many pixels
 * @throws {Unavailable} when no process can be started
 */
export function encodePicture(
  bytes: Buffer,
  messages: UploadErrorMessages = PHOTO_ERROR_MESSAGES,
): Promise<EncodedPicture> {
  const done = queue.then(() => encodeInChildProcess(bytes, messages));
  // The caller gets the failure; the queue goes on.
  queue = done.catch(() => {});
  return done;
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Starts a process for each picture: a decoder takes up to 700 MB, cannot always be interrupted, and may be exploited by a
 * hostile file. It returns its memory when it exits. See docs/decisions/0029-image-encoding-in-a-child-process.md.
 */
async function encodeInChildProcess(bytes: Buffer, messages: UploadErrorMessages): Promise<EncodedPicture> {
  const child = startConfined(CHILD_MODULE, { timeoutMs: TIMEOUT_MS });
  const answer = await child
    .ask<EncodeResult>({ bytes, maxPixels: MAX_PHOTO_PIXELS } satisfies EncodeRequest)
    .catch((error) => {
      throw new Unavailable(UNAVAILABLE, RETRY_SECONDS, error);
    });
  const result: EncodeResult = answer === 'killed' ? { refused: 'unreadable' } : answer;
  if ('refused' in result) {
    const message = messages[result.refused];
    throw new Invalid(message, [{ path: 'file', message }]);
  }
  return result;
}
