import type { Readable } from 'node:stream';

// Chunks that wait to be taken.
const MAX_PENDING_BYTES = 4 * 1024 ** 2;

/**
 * Takes the chunks of a body one after another. Unlike `for await` it also takes those that came before the connection was cut. Call it
 * before anything else is awaited.
 * @throws the error of the body, or that of `take`, after what came was taken
 */
export async function readBody(body: Readable, take: (chunk: Buffer) => Promise<void> | void): Promise<void> {
  let pending = 0;
  let failure: unknown;
  let taking: Promise<void> = Promise.resolve();
  body.on('data', (chunk: Buffer) => {
    pending += chunk.length;
    if (pending > MAX_PENDING_BYTES) body.pause();
    taking = taking
      .then(() => (failure === undefined ? take(chunk) : undefined))
      .catch((error) => {
        failure = error;
        body.destroy();
      })
      .then(() => {
        pending -= chunk.length;
        if (pending <= MAX_PENDING_BYTES) body.resume();
      });
  });
  const end = await waitForEnd(body);
  await taking;
  const error = failure ?? end;
  if (error) throw error;
}

/** The error with which a body ended; null without one. */
function waitForEnd(body: Readable): Promise<Error | null> {
  const closed = Object.assign(new Error('The connection was closed'), { code: 'UND_ERR_CLOSED' });
  if (body.destroyed) return Promise.resolve(body.readableEnded ? null : (body.errored ?? closed));
  return new Promise((resolve) => {
    body.once('end', () => resolve(null));
    body.once('error', resolve);
    body.once('close', () => resolve(closed));
  });
}
