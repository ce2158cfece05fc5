import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Coding = 'identity' | 'br' | 'gzip';

// Answers and their forms are made by classes for the sake of memory: once objects of a literal live long, as the answers
// that are kept do, V8 makes all further ones in its old space. There the bytes of answers that nobody keeps, such as pages
// of search results, would stay until a full collection, and bring one about every second under load.

/** A whole HTTP answer held in memory. It is the same for everyone who asks. */
export class Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** Weak (RFC 9110, section 8.8.1): all codings share it. */
  readonly etag: string;
  /** The surrogate keys that it depends on. */
  readonly keys: string[];
  /** Milliseconds since 1970 from which on it is wrong by itself; Infinity for never. */
  readonly until: number;
  /** Which it is of the answers of its URL, and how many these are: they are given in turns. */
  readonly turn: number;
  readonly turns: number;
  readonly representations = new Map<Coding, Representation | Promise<Representation>>();
  /** The body parsed, for those who read JSON answers in-process; made at the first need. */
  value?: unknown;

  /**
   * @param headers in lower case, without `content-length`, `content-encoding`, `etag` and `vary`, which are added
   */
  constructor(
    status: number,
    headers: Record<string, string>,
    body: Buffer | string,
    {
      etag = etagOf(body),
      keys = [],
      until = Number.POSITIVE_INFINITY,
      turn = 0,
      turns = 1,
    }: Partial<Pick<Answer, 'etag' | 'keys' | 'until' | 'turn' | 'turns'>> = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.body = typeof body === 'string' ? Buffer.from(body) : body;
    this.etag = etag;
    this.keys = keys;
    this.until = until;
    this.turn = turn;
    this.turns = turns;
    this.representations.set('identity', new Representation(this, 'identity', this.body));
  }
}

/** One form of an answer, ready to be written: a flat list of header names and values, and the bytes. */
class Representation {
  readonly headers: string[];
  readonly body: Buffer;

  constructor({ headers, etag }: Answer, coding: Coding, body: Buffer) {
    const all = { ...headers, etag, vary: 'accept-encoding', 'content-length': String(body.length) };
    if (coding !== 'identity') Object.assign(all, { 'content-encoding': coding });
    this.headers = Object.entries(all).flat();
    this.body = body;
  }
}

/** A weak entity tag of the bytes. */
export const etagOf = (body: Buffer | string) => `W/"${hash('sha1', body, 'base64url')}"`;

/** The memory that an answer takes, in bytes, as far as it is known. */
export function bytesOf(answer: Answer): number {
  let bytes = 1000 + (answer.value === undefined ? 0 : 2 * answer.body.length);
  for (const form of answer.representations.values()) bytes += 'body' in form ? form.body.length : 0;
  return bytes;
}

/**
 * Writes an answer: 304 when the asker has it already, else in the best coding that the asker takes. A coding is made
 * at its first use and then kept.
 * @param grown called after a coding was added, since the answer then takes more memory
 */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer, grown?: () => void): void {
  const known = request.headers['if-none-match'];
  if (known !== undefined && answer.status === 200 && matchesEtag(known, answer.etag)) {
    response.writeHead(304, { ...answer.headers, etag: answer.etag, vary: 'accept-encoding' }).end();
    return;
  }
  const coding = isCompressible(answer) ? preferredCoding(request.headers['accept-encoding']) : 'identity';
  const form = answer.representations.get(coding);
  if (form && 'body' in form) {
    response.writeHead(answer.status, form.headers).end(form.body);
    return;
  }
  const made = form ?? compress(answer, coding as 'br' | 'gzip', grown);
  made
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

function compress(answer: Answer, coding: 'br' | 'gzip', grown?: () => void): Promise<Representation> {
  const made = compressors[coding](answer.body).then((body) => {
    const form = new Representation(answer, coding, body);
    answer.representations.set(coding, form);
    grown?.();
    return form;
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

const isCompressible = ({ body, headers }: Answer) =>
  body.length > 1000 &&
  /^(text\/|application\/(json|javascript|xml|manifest|rss|atom)|image\/svg)/.test(headers['content-type'] ?? '');

function preferredCoding(accepted: string | string[] | undefined): Coding {
  const header = String(accepted ?? '');
  if (takes(header, 'br')) return 'br';
  return takes(header, 'gzip') ? 'gzip' : 'identity';
}

function takes(header: string, coding: string): boolean {
  const at = header.indexOf(coding);
  return at >= 0 && !/^[^,]*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at));
}
