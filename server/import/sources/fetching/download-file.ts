import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { t } from '#contract/i18n/t.ts';
import { assertRoom } from '#server/import/uploads/files.ts';
import type { HttpResponse } from '#server/platform/outbound/http-client.ts';
import { isTemporary, pauseBeforeRetry } from '#server/platform/outbound/http-client.ts';
import { readBody } from '#server/platform/outbound/read-body.ts';
import { ImportError } from '#server/source-files/rows.ts';
import type { FetchContext } from './fetch-context.ts';

const MAX_FAILURES = 5;
const MAX_BYTES = 20 * 1024 ** 3;

/** What identifies the file that a part is of. */
interface PartState {
  url: string;
  validator: string;
  size: number | null;
  lastModified: string | null;
}

class WrongFile extends ImportError {}

/**
 * Downloads a file, and continues what an earlier call began, where the server says that it is still the same file.
 * @param path where it will be; until then its bytes are in `path`.part
 * @param options.sha256 as the publisher gives it
 * @returns when the file was last changed, if the server says that
 * @throws {ImportError} when it does not fit on the disk, or its size or checksum is wrong; the part is then removed
 */
export async function downloadFile(
  context: FetchContext,
  url: string,
  path: string,
  { sha256 }: { sha256?: string | undefined } = {},
): Promise<{ lastModified: Date | null }> {
  const part = `${path}.part`;
  let failures = 0;
  for (;;) {
    const before = await getSize(part);
    try {
      const received = await downloadRest(context, url, part);
      await verify(part, url, { ...received, sha256: sha256 ?? received.sha256 });
      await rename(part, path);
      await rm(`${part}.json`, { force: true });
      return { lastModified: received.lastModified === null ? null : new Date(received.lastModified) };
    } catch (error) {
      if (error instanceof WrongFile) await removePart(part);
      // What a cut connection brought counts as a success.
      if ((await getSize(part)) > before) failures = 0;
      failures++;
      if (!isTemporary(error) || failures >= MAX_FAILURES || context.signal?.aborted) throw error;
      const { retryDelayMs = 1000, signal } = context;
      await pauseBeforeRetry(failures, { retryDelayMs, signal });
    }
  }
}

export const removePart = async (part: string) => {
  for (const file of [part, `${part}.json`]) await rm(file, { force: true });
};

const getSize = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0;

/** Appends what the part lacks. */
async function downloadRest(context: FetchContext, url: string, part: string): Promise<Received> {
  const { http, signal } = context;
  const state = await readState(part, url);
  const offset = state ? await getSize(part) : 0;
  const response = await http.get(url, {
    ...(signal && { signal }),
    headers: offset > 0 && state ? { range: `bytes=${offset}-`, 'if-range': state.validator } : {},
  });
  const range = parseContentRange(response.getHeader('content-range'));
  if (response.status === 200) return receive(context, response, { url, part, offset: 0 });
  if (response.status === 206 && range?.start === offset)
    return receive(context, response, { url, part, offset, size: range.size });
  response.discard();
  // A former call received everything, and was cut off before its end.
  if (state && range?.size === offset) return { ...state, sha256: undefined };
  await removePart(part);
  throw Object.assign(new Error(`${url} does not have the range that it was asked for`), { code: 'UND_ERR_RANGE' });
}

interface Received {
  size: number | null;
  lastModified: string | null;
  sha256: string | undefined;
}

/** Writes the body of a response behind what the part has. */
async function receive(
  { folder, onProgress }: FetchContext,
  response: HttpResponse,
  { url, part, offset, size: rangeSize }: { url: string; part: string; offset: number; size?: number },
): Promise<Received> {
  const { getHeader } = response;
  const length = Number(getHeader('content-length') ?? Number.NaN);
  const size = rangeSize ?? (Number.isNaN(length) ? null : length);
  const lastModified = getHeader('last-modified') ?? null;
  const tooLong = () => new WrongFile(t('{url} has more than 20 GB.', { url }));
  const prepare = async () => {
    if ((size ?? 0) > MAX_BYTES) throw tooLong();
    await assertRoom(folder, (size ?? 0) - offset);
    const etag = getHeader('etag');
    const validator = etag?.startsWith('"') ? etag : lastModified;
    if (validator)
      await writeFile(`${part}.json`, JSON.stringify({ url, validator, size, lastModified } satisfies PartState));
    return open(part, offset > 0 ? 'r+' : 'w', 0o600);
  };
  let done = offset;
  onProgress?.(done, size);
  const opened = prepare();
  try {
    await readBody(response.body, async (chunk) => {
      const output = await opened;
      if (done + chunk.length > MAX_BYTES) throw tooLong();
      await output.write(chunk, 0, chunk.length, done);
      done += chunk.length;
      onProgress?.(done, size);
    });
  } finally {
    response.discard();
    await (await opened).close();
  }
  // RFC 9530.
  const digest = /sha-256=:([A-Za-z0-9+/=]+):/.exec(getHeader('repr-digest') ?? '')?.[1];
  return {
    ...{ size, lastModified },
    sha256: digest && Buffer.from(digest, 'base64').toString('hex'),
  };
}

async function verify(part: string, url: string, { size, sha256 }: Pick<Received, 'size' | 'sha256'>) {
  const actual = await getSize(part);
  if (size !== null && actual !== size)
    throw new WrongFile(t('{url} has {actual, number} bytes instead of {size, number}.', { url, actual, size }));
  if (sha256 && (await hash(part)) !== sha256)
    throw new WrongFile(t('{url} has another checksum (SHA-256) than it should have.', { url }));
}

async function hash(path: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline(createReadStream(path), digest);
  return digest.digest('hex');
}

async function readState(part: string, url: string): Promise<PartState | null> {
  const text = await readFile(`${part}.json`, 'utf8').catch(() => null);
  const state: PartState | null = text === null ? null : JSON.parse(text);
  return state?.url === url && (await getSize(part)) > 0 ? state : null;
}

/** 'bytes 10-99/100', or of a status 416 'bytes' with a star and the size. */
function parseContentRange(text = '') {
  const [, start = '', size = ''] = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(text) ?? [];
  return size === '' ? null : { start: start === '' ? null : Number(start), size: Number(size) };
}
