// Sends events to a site at a constant rate, as from many visitors. A separate process, started by events.ts with the URL of
// the site and the number of events per second. It writes requests like those of browsers to sockets and counts the responses.
import { connect } from 'node:net';
import { setInterval as every } from 'node:timers';

/** The number of events that were answered with 204. */
export interface EventLoadResult {
  events: number;
  seconds: number;
}

export const EVENTS_PER_CALL = 10;
const SOCKETS = 8;
const TICK_MS = 10;
const LISTINGS = 4000;

if (process.send) generateEventLoad(new URL(process.argv[2] ?? ''), Number(process.argv[3]));

function generateEventLoad(site: URL, eventsASecond: number) {
  let [called, answered] = [0, 0];
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket = connect(Number(site.port), site.hostname);
    socket.on('data', (data) => {
      answered += data.toString('latin1').split('HTTP/1.1 204').length - 1;
    });
    return socket;
  });
  const begun = performance.now();
  const interval = every(() => {
    const due = ((performance.now() - begun) / 1000) * (eventsASecond / EVENTS_PER_CALL);
    while (called < due) sockets[called++ % SOCKETS]?.write(buildRequest(site.host));
  }, TICK_MS);
  process.send?.('begun');
  process.once('message', () => {
    clearInterval(interval);
    const seconds = (performance.now() - begun) / 1000;
    // The time in which pending requests are answered, in milliseconds.
    setTimeout(() => {
      process.send?.({ events: answered * EVENTS_PER_CALL, seconds } satisfies EventLoadResult);
      process.disconnect();
      for (const socket of sockets) socket.destroy();
    }, 300);
  });
}

const randomInteger = (most: number) => 1 + Math.floor(Math.random() * most);

/** The events of a new visitor on a listing: a page, a view, and the impressions of cards. */
function buildRequest(host: string): string {
  const ad = randomInteger(LISTINGS);
  const body = JSON.stringify({
    events: [
      { kind: 'page', path: `/ads/${ad}` },
      { kind: 'view', ad, from: '/city/irvine' },
      ...Array.from({ length: EVENTS_PER_CALL - 2 }, () => ({ kind: 'impression', ad: randomInteger(LISTINGS) })),
    ],
    automated: false,
  });
  return [
    'POST /api/events HTTP/1.1',
    `Host: ${host}`,
    `X-Forwarded-For: ${[10, randomInteger(255), randomInteger(255), randomInteger(254)].join('.')}`,
    'Sec-Fetch-Site: same-origin',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
