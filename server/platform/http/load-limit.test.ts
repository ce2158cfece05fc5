import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoadLimit, type LoadLimit } from './load-limit.ts';

const READS_AT_ONCE = 3;
const MAX_WAITING = 50;

let limit: LoadLimit;
let begun: string[];
let refused: string[];
beforeEach(() => {
  begun = [];
  refused = [];
  limit = createLoadLimit({ readsAtOnce: READS_AT_ONCE, refuse: ({ url = '' }) => refused.push(url) });
});

/** A request that was begun, waits or was refused. */
function send(method: string, url: string, headers: Record<string, string> = {}) {
  const request = Object.assign(new EventEmitter(), { method, url, headers }) as unknown as IncomingMessage;
  const response = Object.assign(new EventEmitter(), {
    writableEnded: false,
    setHeader() {},
    end() {
      response.writableEnded = true;
    },
  });
  limit.admit(request, response as unknown as ServerResponse, () => begun.push(url));
  return {
    receiveBody: () => request.emit('end'),
    leave: () => response.emit('close'),
    async end() {
      response.end();
      response.emit('close');
      await new Promise(setImmediate);
    },
  };
}

const get = (url: string) => send('GET', url);
const getMany = (count: number, start: string) => Array.from({ length: count }, (_, i) => get(`${start}${i}`));
const post = (headers: Record<string, string> = {}, url = '/api/contact') => send('POST', url, headers);

describe('Pages and other reads', () => {
  it('are begun as earlier ones end, in their order', async () => {
    const [first, second] = getMany(5, '/ads/');
    expect(begun).toEqual(['/ads/0', '/ads/1', '/ads/2']);
    await first?.end();
    expect(begun.slice(3)).toEqual(['/ads/3']);
    await second?.end();
    expect(begun.slice(4)).toEqual(['/ads/4']);
    expect(limit.counts).toMatchObject({ reads: 3, waiting: 0, writes: 0, refused: 0 });
  });

  it('are refused at once when too many wait', () => {
    getMany(READS_AT_ONCE + MAX_WAITING + 2, '/ads/');
    expect(begun).toHaveLength(READS_AT_ONCE);
    expect(refused).toEqual(['/ads/53', '/ads/54']);
    expect(limit.counts).toMatchObject({ waiting: MAX_WAITING, refused: 2 });
  });

  it('whose client has left meanwhile are not begun, and leave their place in the queue', async () => {
    const [first] = getMany(READS_AT_ONCE, '/ads/');
    const [left] = getMany(MAX_WAITING, '/city/');
    left?.leave();
    get('/last');
    await first?.end();
    expect(begun.slice(3)).toEqual(['/city/1']);
    expect(refused).toEqual([]);
  });

  it('that are the same page take one place and are begun together', async () => {
    const [first] = getMany(READS_AT_ONCE, '/ads/');
    get('/ads/2');
    expect(begun.slice(3)).toEqual(['/ads/2']);
    getMany(MAX_WAITING, '/city/');
    get('/city/0');
    await first?.end();
    expect(begun.slice(4)).toEqual(['/city/0', '/city/0']);
    expect(refused).toEqual([]);
  });

  it.each(['/api/account', '/search?q=tacos', '/share/city/irvine.png'])('at %s take a place each', (url) => {
    for (let i = 0; i < 5; i += 1) get(url);
    expect(begun).toHaveLength(READS_AT_ONCE);
  });

  it('that were abandoned take their place until they end', async () => {
    const [first] = getMany(READS_AT_ONCE, '/ads/');
    get('/city/irvine');
    first?.leave();
    await new Promise(setImmediate);
    expect(begun).toHaveLength(READS_AT_ONCE);
    await first?.end();
    expect(begun.at(-1)).toBe('/city/irvine');
  });

  describe('with time passing', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it('wait two seconds at most', async () => {
      const [first] = getMany(READS_AT_ONCE + 1, '/ads/');
      vi.advanceTimersByTime(1999);
      expect(refused).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(refused).toEqual(['/ads/3']);
      await first?.end();
      expect(begun).toHaveLength(READS_AT_ONCE);
    });

    it('may be as many as are expected to begin within a second', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const running = getMany(READS_AT_ONCE + 10, '/ads/');
      // One every 5 ms, then one every 200 ms.
      const endEach = async (intervalMs: number, count: number) => {
        for (const read of running.splice(0, count)) {
          vi.advanceTimersByTime(intervalMs);
          await read.end();
          running.push(get('/city/irvine?next'));
        }
      };
      await endEach(5, 10);
      for (let i = 0; i < 9; i += 1) await endEach(5, 10);
      running.push(...getMany(300, '/zip/'));
      expect(limit.counts.waiting).toBeGreaterThan(150);
      await endEach(200, 10);
      for (let i = 0; i < 9; i += 1) await endEach(200, 10);
      const { refused } = limit.counts;
      get('/ads/1000');
      expect(limit.counts.refused).toBe(refused + 1);
    });

    it('that never end lose their place some time after their client has left', async () => {
      const [first] = getMany(READS_AT_ONCE, '/ads/');
      first?.leave();
      vi.advanceTimersByTime(15_000);
      expect(limit.counts.reads).toBe(READS_AT_ONCE - 1);
    });
  });

  it('do not keep what says how the process is, pictures and map tiles waiting', () => {
    getMany(READS_AT_ONCE + MAX_WAITING, '/ads/');
    const unlimited = ['/healthz', '/readyz', '/metrics', '/photos/a.webp', '/map-tiles/a.pmtiles'];
    for (const url of unlimited) get(url);
    expect(begun.slice(READS_AT_ONCE)).toEqual(unlimited);
  });
});

describe('Writes', () => {
  it('are begun at once, however many reads wait', () => {
    getMany(READS_AT_ONCE + MAX_WAITING, '/ads/');
    post();
    expect(begun.at(-1)).toBe('/api/contact');
  });

  it.each([
    ['those of users', { cookie: 'a=b; __Host-session=x' }, '/api/ads'],
    ['those of users in development', { cookie: 'session=x' }, '/api/ads'],
    ['those of Stripe', {}, '/api/webhooks/stripe'],
  ])('are refused when there are too many, %s last', async (_which, headers, url) => {
    const [first] = Array.from({ length: 200 }, () => post());
    post();
    expect(refused).toEqual(['/api/contact']);
    for (let i = 0; i < 200; i += 1) post(headers, url);
    expect(refused).toHaveLength(1);
    post(headers, url);
    expect(refused.at(-1)).toBe(url);
    await first?.end();
    post(headers, url);
    expect(begun).toHaveLength(401);
  });

  it('count from when their body is there until their end', async () => {
    const sent = post({ 'content-length': '10' });
    expect([begun.length, limit.counts.writes]).toEqual([1, 0]);
    sent.receiveBody();
    expect(limit.counts.writes).toBe(1);
    await sent.end();
    expect(limit.counts.writes).toBe(0);
    // It was answered before its body was there.
    const early = post({ 'content-length': '10' });
    await early.end();
    early.receiveBody();
    expect(limit.counts.writes).toBe(0);
  });
});

it('A client that leaves a server while it waits is not served', async () => {
  const open: ServerResponse[] = [];
  const server = createServer((request, response) => {
    limit.admit(request, response, () => {
      begun.push(request.url ?? '');
      open.push(response);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (url: string) => {
    const received = once(server, 'request');
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await received;
    return socket;
  };
  const sockets = [await ask('/0'), await ask('/1'), await ask('/2'), await ask('/3'), await ask('/4')];
  sockets[3]?.destroy();
  await expect.poll(() => limit.counts.waiting).toBe(1);
  open[0]?.end('');
  await expect.poll(() => begun).toEqual(['/0', '/1', '/2', '/4']);
  // A client may take its time: the place is free before it has received everything.
  open[1]?.end(Buffer.alloc(20_000_000));
  expect(limit.counts.reads).toBe(2);
  for (const socket of sockets) socket.destroy();
  await once(server.close(), 'close');
});
