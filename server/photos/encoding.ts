import { fork } from 'node:child_process';
import { join } from 'node:path';
import { PHOTO_ERROR_MESSAGES } from '#contract/photos.ts';
import { Invalid, Unavailable } from '../http/errors.ts';
import type { EncodeResult } from './encoding.child.ts';

/** A picture as it is stored: WebP files, the narrowest first. Sizes are pixels, those of the largest file. */
export interface EncodedPicture {
  width: number;
  height: number;
  files: { width: number; bytes: Buffer }[];
}

const CHILD_MODULE = join(import.meta.dirname, 'encoding.child.ts');
const TIMEOUT_MS = 20_000;
const RETRY_SECONDS = 60;

/**
 * Draws a picture anew: the first frame of it, upright, in the colors of the web (sRGB), without anything else that the
 * file held, such as where it was taken. It is never enlarged. One is drawn at a time; others wait.
 * @param bytes a file from anywhere, of at most 10 MB
 * @throws {Invalid} when it is no JPEG, PNG, WebP or AVIF, cannot be read to its end, or has too many pixels
 * @throws {Unavailable} when there is no process for it
 */
export function encodePicture(bytes: Buffer): Promise<EncodedPicture> {
  const done = queue.then(() => encodeInChildProcess(bytes));
  queue = done.catch(() => {});
  return done;
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Forks a process for each picture: a decoder takes up to 700 MB, cannot always be interrupted, and may be exploited by a
 * hostile file. The child has no environment and returns its memory when it exits. See
 * docs/decisions/0029-image-encoding-in-a-child-process.md.
 */
async function encodeInChildProcess(bytes: Buffer): Promise<EncodedPicture> {
  const child = fork(CHILD_MODULE, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const result = await new Promise<EncodeResult>((resolve, reject) => {
    child.once('message', (message) => resolve(message as EncodeResult));
    child.once('error', (error) =>
      reject(new Unavailable('Pictures cannot be read for the moment. Please try again later.', RETRY_SECONDS, error)),
    );
    // Comes after the last message, which `exit` need not.
    child.once('close', (code, signal) => {
      // Killed because it took too long or too much memory, or broken by what it read.
      if (signal) resolve({ refused: 'unreadable' });
      else reject(new Error(`What draws pictures has ended with code ${code}`));
    });
    // Should it be gone already, its exit tells.
    child.send(bytes, () => {});
  });
  if ('refused' in result) {
    const message = PHOTO_ERROR_MESSAGES[result.refused];
    throw new Invalid(message, [{ path: 'file', message }]);
  }
  return result;
}
