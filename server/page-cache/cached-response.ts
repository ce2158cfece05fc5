import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type ContentCoding = 'identity' | 'br' | 'gzip';

// Answers and their forms are made by classes for the sake of memory: once objects of a literal live long, as the answers
// that are kept do, V8 makes all further ones in its old space. There the bytes of answers that nobody keeps, such as pages
// of search results, would stay until a full collection, and bring one about every second under load.

/** A whole HTTP answer held in memory. It is the same for everyone who asks. */
export class CachedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Weak (RFC 9110, section 8.8.1): all codings share it. */
  readonly etag: string;
  /** The surrogate keys that it depends on. */
  readonly surrogateKeys: string[];
  /** Milliseconds since 1970 from which on it is wrong by itself; Infinity for never. */
  readonly expiresAt: number;
  readonly representations = new Map<ContentCoding, Representation | Promise<Representation>>();
  /** The body parsed, for those who read JSON answers in-process; made at the first need. */
  parsedBody?: unknown;

  /**
   * @param headers in lower case, without `content-length`, `content-encoding`, `etag` and `vary`, which are added
   */
  constructor(
    status: number,
    headers: Record<string, string>,
    body: Buffer | string,
    {
      etag = createEtag(body),
      surrogateKeys: keys = [],
      expiresAt: until = Number.POSITIVE_INFINITY,
    }: Partial<Pick<CachedResponse, 'etag' | 'surrogateKeys' | 'expiresAt'>> = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.body = typeof body === 'string' ? Buffer.from(body) : body;
    this.etag = etag;
    this.surrogateKeys = keys;
    this.expiresAt = until;
    this.representations.set('identity', new Representation(this, 'identity', this.body));
  }
}

/** One form of an answer, ready to be written: a flat list of header names and values, and the bytes. */
class Representation {
  readonly headers: string[];
  readonly body: Buffer;

  constructor({ headers, etag }: CachedResponse, coding: ContentCoding, body: Buffer) {
    const all = { ...headers, etag, vary: 'accept-encoding', 'content-length': String(body.length) };
    if (coding !== 'identity') Object.assign(all, { 'content-encoding': coding });
    this.headers = Object.entries(all).flat();
    this.body = body;
  }
}

/** A weak entity tag of the bytes. */
export const createEtag = (body: Buffer | string) => `W/"${hash('sha1', body, 'base64url')}"`;

/** The memory that an answer takes, in bytes, as far as it is known. */
export function memorySize(answer: CachedResponse): number {
  let bytes = 1000 + (answer.parsedBody === undefined ? 0 : 2 * answer.body.length);
  for (const representation of answer.representations.values())
    bytes += 'body' in representation ? representation.body.length : 0;
  return bytes;
}

/**
 * Writes an answer: 304 when the asker has it already, else in the best coding that the asker takes. A coding is made
 * at its first use and then kept.
 * @param onResize called after a coding was added, since the answer then takes more memory
 */
export function sendCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  onResize?: () => void,
): void {
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && answer.status === 200 && matchesEtag(ifNoneMatch, answer.etag)) {
    response.writeHead(304, { ...answer.headers, etag: answer.etag, vary: 'accept-encoding' }).end();
    return;
  }
  const coding = isCompressible(answer) ? negotiateCoding(request.headers['accept-encoding']) : 'identity';
  const representation = answer.representations.get(coding);
  if (representation && 'body' in representation) {
    response.writeHead(answer.status, representation.headers).end(representation.body);
    return;
  }
  const pending = representation ?? compress(answer, coding as 'br' | 'gzip', onResize);
  pending
    .catch(() => answer.representations.get('identity') as Representation)
    .then((ready) => response.writeHead(answer.status, ready.headers).end(ready.body));
}

/** Whether an `If-None-Match` header names the tag, by weak comparison. */
export function matchesEtag(header: string, etag: string): boolean {
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))
  );
}

function compress(answer: CachedResponse, coding: 'br' | 'gzip', onResize?: () => void): Promise<Representation> {
  const made = compressors[coding](answer.body).then((body) => {
    const representation = new Representation(answer, coding, body);
    answer.representations.set(coding, representation);
    onResize?.();
    return representation;
  });
  answer.representations.set(coding, made);
  return made;
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 7 }),
};

const isCompressible = ({ body, headers }: CachedResponse) =>
  body.length > 1000 &&
  /^(text\/|application\/(json|javascript|xml|manifest|rss|atom)|image\/svg)/.test(headers['content-type'] ?? '');

function negotiateCoding(accepted: string | string[] | undefined): ContentCoding {
  const header = String(accepted ?? '');
  if (acceptsCoding(header, 'br')) return 'br';
  return acceptsCoding(header, 'gzip') ? 'gzip' : 'identity';
}

function acceptsCoding(header: string, coding: string): boolean {
  const at = header.indexOf(coding);
  return at >= 0 && !/^[^,]*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at));
}
