import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (url: URL, response: ServerResponse, request: IncomingMessage) => void;

/** A local server of files that speaks ranges and the listing of S3, and fails as it is told. */
export async function startOpenDataServer() {
  const files = new Map<string, { bytes: Buffer; headers: Record<string, string> }>();
  const handlers = new Map<string, Handler>();
  /** The method, address and range of what was requested, in order. */
  const requested: string[] = [];
  const sent = { bytes: 0 };
  let cutAfterBytes: number | undefined;
  let failures: number[] = [];
  let knowsRanges = true;

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    requested.push(`${url.pathname} ${request.headers.range ?? ''}`.trim());
    const failure = failures.shift();
    const handler = handlers.get(url.pathname);
    const key = decodeURIComponent(url.pathname.slice(1));
    const file = files.get(key);
    if (failure !== undefined) response.writeHead(failure).end();
    else if (handler) handler(url, response, request);
    else if (url.searchParams.get('list-type') === '2') response.end(list(url));
    else if (!file) response.writeHead(404).end();
    else send(request, response, file);
  });

  function send(
    { headers: { range, 'if-range': condition } }: IncomingMessage,
    response: ServerResponse,
    { bytes, headers }: { bytes: Buffer; headers: Record<string, string> },
  ) {
    const etag = toEtag(bytes);
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const isPart = knowsRanges && from !== '' && (condition === undefined || condition === etag);
    const start = isPart ? Number(from) : 0;
    if (start >= bytes.length) return response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    const end = isPart && to !== '' ? Number(to) + 1 : bytes.length;
    const body = bytes.subarray(start, end);
    response.writeHead(isPart ? 206 : 200, {
      etag,
      'last-modified': 'Tue, 10 Nov 2026 08:00:00 GMT',
      'content-length': body.length,
      ...(isPart && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
      ...headers,
    });
    const cut = cutAfterBytes;
    if (cut === undefined || body.length <= cut) {
      sent.bytes += body.length;
      return response.end(body);
    }
    sent.bytes += cut;
    response.write(body.subarray(0, cut), () => response.socket?.end());
  }

  /** A page of ListObjectsV2 has two entries, so that there are further ones. */
  function list(url: URL) {
    const prefix = url.searchParams.get('prefix') ?? '';
    const delimiter = url.searchParams.get('delimiter');
    const after = url.searchParams.get('continuation-token') ?? '';
    const entries = [...files.keys()].sort().filter((key) => key.startsWith(prefix));
    const folders = entries.map((key) => /^[^/]*\//.exec(key.slice(prefix.length))?.[0]).filter((name) => name);
    const names = delimiter ? [...new Set(folders)].map((name) => prefix + name) : entries;
    const rest = names.filter((name) => name > after);
    const page = rest.slice(0, 2);
    const toXml = (name: string) => {
      if (delimiter) return `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`;
      const { bytes } = files.get(name) ?? { bytes: Buffer.alloc(0) };
      const etag = toEtag(bytes).replaceAll('"', '&quot;');
      return `<Contents><Key>${name}</Key><ETag>${etag}</ETag><Size>${bytes.length}</Size></Contents>`;
    };
    const next = rest.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult>${page.map(toXml).join('')}${next}</ListBucketResult>`;
  }

  // Ends a response that is shorter than it says.
  server.keepAliveTimeout = 100;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    /** Ends with a slash, as the address of a bucket does. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requested,
    /** What was sent of files. */
    sent,
    put: (key: string, content: Buffer | string, headers: Record<string, string> = {}) =>
      void files.set(key, { bytes: Buffer.from(content), headers }),
    remove: (key: string) => void files.delete(key),
    /** Answers one path in this way. */
    handle: (path: string, handler: Handler) => void handlers.set(path, handler),
    /** Cuts each connection after so many bytes of a file. */
    cutAfter: (bytes: number | undefined) => {
      cutAfterBytes = bytes;
    },
    /** Answers the next requests with these statuses. */
    failNext: (...statuses: number[]) => {
      failures = statuses;
    },
    setKnowsRanges: (knows: boolean) => {
      knowsRanges = knows;
    },
    reset() {
      files.clear();
      handlers.clear();
      requested.length = 0;
      sent.bytes = 0;
      cutAfterBytes = undefined;
      failures = [];
      knowsRanges = true;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const toEtag = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex')}"`;
