import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompress, constants, gzip } from 'node:zlib';

type ContentCoding = 'identity' | 'br' | 'gzip';

// Responses are instances of classes to keep garbage collection cheap: once objects of a literal live long, as cached responses
// do, V8 allocates all further ones of that literal in its old space, where the bodies of responses that nobody keeps wait for
// a full collection. With literals, rendering the home page for each request takes a fifth more CPU time, and garbage collection
// 9 % of it instead of 4 % (`npm run bench -- uncached`).

/** A whole HTTP response held in memory. It is the same for everyone who asks. */
export class CachedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Weak (RFC 9110, section 8.8.1): all codings share it. */
  readonly etag: string;
  /** The surrogate keys that the response depends on. */
  readonly surrogateKeys: string[];
  /** Milliseconds since 1970 from which on it is wrong by itself; Infinity for never. */
  readonly expiresAt: number;
  readonly representations = new Map<ContentCoding, Representation | Promise<Representation>>();
  /** The body parsed, for readers of JSON in this process. */
  parsedBody?: unknown;
  wasParsed = false;
  /** Set by the cache that holds it; called when it takes more memory than before. */
  onResize?: () => void;
  /** Set by a cache whose responses proxies may keep; whether it still holds this one. */
  isCurrent?: () => boolean;

  /**
   * @param headers in lower case, without `content-length`, `content-encoding`, `etag` and `vary`, which are added
   */
  constructor(
    status: number,
    headers: Record<string, string>,
    content: Buffer | string,
    {
      etag,
      surrogateKeys = [],
      expiresAt = Number.POSITIVE_INFINITY,
    }: Partial<Pick<CachedResponse, 'etag' | 'surrogateKeys' | 'expiresAt'>> = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.body = toOwnMemory(content);
    this.etag = etag ?? createEtag(this.body);
    this.surrogateKeys = surrogateKeys;
    this.expiresAt = expiresAt;
    this.representations.set('identity', new Representation(this, 'identity', this.body));
  }
}

/** One coding of a response, ready to be written: a flat list of header names and values, and the bytes. */
class Representation {
  readonly headers: string[];
  readonly body: Buffer;
  /** How often it was sent; counted until it is compressed again. */
  uses = 0;

  constructor(response: CachedResponse, coding: ContentCoding, body: Buffer) {
    const headers = {
      ...response.headers,
      etag: response.etag,
      vary: 'accept-encoding',
      'content-length': String(body.length),
    };
    if (coding !== 'identity') Object.assign(headers, { 'content-encoding': coding });
    this.headers = Object.entries(headers).flat();
    this.body = body;
  }
}

/**
 * Writes a response: 304 when the client has it already, otherwise in the best content coding that the client accepts.
 * Each coding is created at its first use, quickly, and Brotli's again, smaller, when it has been sent some times: a file of the build at its second
 * use, because every browser loads it.
 * @param proxyHeaders further headers of this message, names and values
 */
export function sendCachedResponse(
  { headers: requestHeaders }: IncomingMessage,
  reply: ServerResponse,
  response: CachedResponse,
  proxyHeaders: string[] = NO_HEADERS,
): void {
  const ifNoneMatch = requestHeaders['if-none-match'];
  if (ifNoneMatch !== undefined && response.status === 200 && matchesEtag(ifNoneMatch, response.etag)) {
    const headers = Object.entries({ ...response.headers, etag: response.etag, vary: 'accept-encoding' }).flat();
    reply.writeHead(304, addHeaders(headers, proxyHeaders)).end();
    return;
  }
  const coding = isCompressible(response) ? negotiateCoding(requestHeaders['accept-encoding']) : 'identity';
  const representation = response.representations.get(coding);
  if (representation && 'body' in representation) {
    reply.writeHead(response.status, addHeaders(representation.headers, proxyHeaders)).end(representation.body);
    const usesBeforeSmaller = isFile(response) ? 1 : USES_BEFORE_SMALLER;
    if (coding === 'br' && ++representation.uses === usesBeforeSmaller) compressSmaller(response);
    return;
  }
  const pending = representation ?? compress(response, coding as 'br' | 'gzip', 'quick');
  pending
    .catch(() => response.representations.get('identity') as Representation)
    .then((created) => reply.writeHead(response.status, addHeaders(created.headers, proxyHeaders)).end(created.body));
}

const NO_HEADERS: string[] = [];

/** Names and values of headers, with those that are added instead of others of the same name. */
function addHeaders(headers: string[], added: string[]): string[] {
  if (added.length === 0) return headers;
  return [...headers.filter((_, i) => !added.includes(headers[i - (i % 2)] as string)), ...added];
}

/**
 * The bytes in memory of their own. Node makes small buffers as parts of one of 64 kB, and zlib of one of 16 kB, all of which would stay in
 * memory as long as the part is cached.
 */
function toOwnMemory(content: Buffer | string): Buffer {
  if (typeof content !== 'string' && content.buffer.byteLength === content.length) return content;
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(content));
  if (typeof content === 'string') own.write(content);
  else content.copy(own);
  return own;
}

/** A weak entity tag of the bytes. */
export const createEtag = (body: Buffer | string) => `W/"${hash('sha1', body, 'base64url')}"`;

/** Whether an `If-None-Match` header names the tag, by weak comparison. */
export function matchesEtag(header: string, etag: string): boolean {
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))
  );
}

/** The memory that a response takes, in bytes, as far as it is known. */
export function memorySize({ body, parsedBody, representations }: CachedResponse): number {
  let bytes = 1000 + (parsedBody === undefined ? 0 : 2 * body.length);
  for (const representation of representations.values())
    bytes += 'body' in representation ? representation.body.length : 0;
  return bytes;
}

type Effort = 'quick' | 'small';

const isFile = ({ headers }: CachedResponse) => headers['cache-control']?.includes('max-age') ?? false;

function compress(response: CachedResponse, coding: 'br' | 'gzip', effort: Effort): Promise<Representation> {
  const quality = effort === 'quick' && isFile(response) ? 'file' : effort;
  const pending = compressors[coding](response.body, quality).then((body) => {
    const representation = new Representation(response, coding, toOwnMemory(body));
    if (effort === 'small') representation.uses = USES_BEFORE_SMALLER;
    response.representations.set(coding, representation);
    response.onResize?.();
    return representation;
  });
  if (effort === 'quick') response.representations.set(coding, pending);
  return pending;
}

// Of a page of 72 kB, brotli 4 makes 11.0 kB in 0.7 ms of CPU time, brotli 11 makes 9.1 kB in 75 ms.
// Files of the build are larger, and what a browser loads once.
const BROTLI_QUALITY = { quick: 4, file: 9, small: 11 };
// A second pass by gzip 9 saves 4.5 % of a page: not worth it (by Brotli 11, 20.9 %).
const GZIP_LEVEL = { quick: 4, file: 9, small: 9 };
const USES_BEFORE_SMALLER = 30;
const MIN_REMAINING_MS = 10_000;
// More than the files of a page.
const MAX_WAITING = 60;
let waiting = 0;
let compressing: Promise<unknown> = Promise.resolve();

/** Compresses a response again by Brotli: one after the other, so that the processors remain for requests. */
function compressSmaller(response: CachedResponse) {
  if (waiting === MAX_WAITING) return;
  waiting += 1;
  compressing = compressing.then(async () => {
    // On a failure the response stays compressed as before.
    if (response.expiresAt - Date.now() > MIN_REMAINING_MS) await compress(response, 'br', 'small').catch(() => {});
    waiting -= 1;
  });
}

/**
 * Instead of `promisify`, whose callback has the body in its scope. V8 collects an object of zlib, and what its callback can reach,
 * only with all of its heap: the bodies of pages that nobody keeps made such collections several times as frequent.
 */
function toPromise(start: (done: (error: Error | null, compressed: Buffer) => void) => void): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  start((error, compressed) => (error ? reject(error) : resolve(compressed)));
  return promise;
}

const compressors = {
  br: (body: Buffer, effort: Effort | 'file') => {
    const options = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        // No larger than the body: clearing the memory for a larger one takes a third of the time.
        [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(body.length + 16)), 16), 22),
      },
    };
    return toPromise((done) => brotliCompress(body, options, done));
  },
  gzip: (body: Buffer, effort: Effort | 'file') => toPromise((done) => gzip(body, { level: GZIP_LEVEL[effort] }, done)),
};

const isCompressible = ({ body, headers }: CachedResponse) =>
  body.length > 1000 &&
  /^(text\/|application\/(json|javascript|xml|manifest|rss|atom)|image\/svg)/.test(headers['content-type'] ?? '');

function negotiateCoding(accepted: string | string[] | undefined): ContentCoding {
  const header = String(accepted ?? '');
  if (acceptsCoding(header, 'br')) return 'br';
  return acceptsCoding(header, 'gzip') ? 'gzip' : 'identity';
}

/** Whether an `Accept-Encoding` header names the coding, and not with `q=0`. */
export function acceptsCoding(header: string, coding: string): boolean {
  const at = header.indexOf(coding);
  return at >= 0 && !/^[^,]*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at));
}
