import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PurgeRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A local server that is asked to purge, as Varnish, Fastly and Cloudflare are. It accepts every purge. */
export async function startPurgeServer() {
  const requests: PurgeRequest[] = [];
  let respond = acceptPurge;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    respond(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was requested, in order. */
    requests,
    /** The surrogate keys of the purges of Varnish. */
    getKeys: () => requests.flatMap(({ headers }) => String(headers['xkey-purge']).split(' ')),
    /** Responds to everything in this way; without one it accepts it. */
    respondWith(next = acceptPurge) {
      respond = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const acceptPurge = (response: ServerResponse): unknown =>
  response.setHeader('content-type', 'application/json').end('{"success":true}');
