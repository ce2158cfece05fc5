import { createServer, Agent as HttpAgent, type RequestListener } from 'node:http';
import { createServer as createTlsServer, Agent as HttpsAgent } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { isPublicAddress } from '#server/platform/public-address.ts';
import { SHOP_CERTIFICATE } from '#tests/support/shop-certificate.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';
import { createPictureFetcher, PictureRefused } from './fetch-picture.ts';

const PUBLIC = '93.184.215.14';

/** Answers whatever the test wants, for every host. */
let answer: RequestListener;
let requests: string[];
const listener: RequestListener = (request, response) => {
  requests.push(`${request.headers.host}${request.url}`);
  answer(request, response);
};
const servers = { http: createServer(listener), https: createTlsServer(SHOP_CERTIFICATE, listener) };
for (const server of Object.values(servers)) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}
afterAll(() => {
  for (const server of Object.values(servers)) {
    server.closeAllConnections();
    server.close();
  }
});
const getServerAddress = (protocol: keyof typeof servers) => ({
  host: '127.0.0.1',
  port: (servers[protocol].address() as AddressInfo).port,
});

/** Connect to the servers whatever the address is, and record it. */
let connected: string[];
class RecordingHttpAgent extends HttpAgent {
  override createConnection(options: { host?: string | null; port?: number | string | null }): Socket {
    connected.push(`${options.host}:${options.port}`);
    return connect(getServerAddress('http'));
  }
}
class RecordingHttpsAgent extends HttpsAgent {
  override createConnection(options: ConnectionOptions): Socket {
    connected.push(`${options.host}:${options.port}`);
    return connectTls({ ...options, socket: connect(getServerAddress('https')) });
  }
}
const agents = { http: new RecordingHttpAgent(), https: new RecordingHttpsAgent({ ca: SHOP_CERTIFICATE.cert }) };

/** The addresses of each look-up of a host, in order; the last one stays. */
let names: Record<string, string[][]>;
const fetchPicture = createPictureFetcher({
  resolve: async (host) => (names[host] && names[host].length > 1 ? names[host].shift() : names[host]?.[0]) ?? [PUBLIC],
  agents,
});

beforeEach(() => {
  requests = [];
  connected = [];
  names = {};
  answer = (_request, response) => response.end('picture');
});

const refusal = (url: string) =>
  fetchPicture(url).then(
    () => 'fetched',
    (error) => (error instanceof PictureRefused ? 'refused' : `failed: ${error.message}`),
  );

it('fetches from the address that it has looked up, with the name of the host', async () => {
  expect(String(await fetchPicture('http://shop.example/a.jpg?size=2'))).toBe('picture');
  expect(requests).toEqual(['shop.example/a.jpg?size=2']);
  expect(connected).toEqual([`${PUBLIC}:80`]);
});

describe('With https', () => {
  it('the certificate is checked for the host, and the connection is to its address', async () => {
    expect(String(await fetchPicture('https://shop.example/a.jpg'))).toBe('picture');
    expect(requests).toEqual(['shop.example/a.jpg']);
    expect(connected).toEqual([`${PUBLIC}:443`]);
  });

  it('it is checked for an address where the URL has one', async () => {
    expect(await refusal(`https://${PUBLIC}/a.jpg`)).toBe('fetched');
    expect(await refusal('https://1.1.1.1/a.jpg')).toContain('certificate');
  });

  it('nothing is sent to a host with the certificate of another one', async () => {
    expect(await refusal('https://bank.example/a.jpg')).toContain('certificate');
    expect(requests).toEqual([]);
  });

  it('nothing is sent to a host whose certificate nobody has signed', async () => {
    const https = new RecordingHttpsAgent();
    const fetchAsUsual = createPictureFetcher({ resolve: async () => [PUBLIC], agents: { ...agents, https } });
    await expect(fetchAsUsual('https://shop.example/a.jpg')).rejects.toThrow('self-signed certificate');
    expect(requests).toEqual([]);
  });

  it('a redirect to http or back leads to no private address', async () => {
    names['inside.example'] = [['10.1.2.3']];
    answer = (_request, response) => response.writeHead(302, { location: 'http://inside.example/' }).end();
    expect(await refusal('https://shop.example/a.jpg')).toBe('refused');
    answer = (_request, response) => response.writeHead(302, { location: 'https://inside.example/' }).end();
    expect(await refusal('http://shop.example/a.jpg')).toBe('refused');
    expect(connected).toEqual([`${PUBLIC}:443`, `${PUBLIC}:80`]);
  });
});

const PRIVATE_ADDRESSES = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.8.8.8', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...[
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...['::', '::1', '::127.0.0.1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1'],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
  ],
  ...['2001:db8::1', '2001::1', '2002:7f00:1::', '4000::1', 'not an address', ''],
];

describe('A host whose address is not public is not connected to', () => {
  it.each(PRIVATE_ADDRESSES)('%s', async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    names['inside.example'] = [[address]];
    expect(await refusal('http://inside.example/')).toBe('refused');
    expect(connected).toEqual([]);
  });

  it('if it is one of several', async () => {
    names['inside.example'] = [[PUBLIC, '10.0.0.1']];
    expect(await refusal('http://inside.example/')).toBe('refused');
    expect(connected).toEqual([]);
  });

  it.each([PUBLIC, '1.1.1.1', '2606:4700::6810:84e5', '::ffff:93.184.215.14'])('but %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

it.each([
  ...[
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
  ],
  ...['http://[::ffff:127.0.0.1]/', 'http://169.254.169.254/latest/meta-data/', 'https://10.0.0.1/'],
  ...['http://shop.example:8080/', 'http://shop.example:22/', 'https://shop.example:6379/', 'ftp://shop.example/'],
  ...['file:///etc/passwd', 'data:image/png;base64,AA', 'http://user:pass@shop.example/', 'http://user@shop.example/'],
])('refuses %s without connecting', async (url) => {
  expect(await refusal(url)).toBe('refused');
  expect(connected).toEqual([]);
});

it('connects to the address that was checked, though the next look-up has a private one', async () => {
  names['rebinding.example'] = [[PUBLIC], ['127.0.0.1']];
  expect(await refusal('http://rebinding.example/')).toBe('fetched');
  expect(connected).toEqual([`${PUBLIC}:80`]);
  expect(await refusal('http://rebinding.example/')).toBe('refused');
  expect(connected).toHaveLength(1);
});

describe('Redirects', () => {
  const redirectTo = (location: string) => {
    answer = (request, response) =>
      request.headers.host === 'shop.example' ? response.writeHead(302, { location }).end() : response.end('picture');
  };

  it.each(['http://cdn.example/b.jpg', '//cdn.example/b.jpg'])('are followed to %s', async (location) => {
    redirectTo(location);
    expect(await refusal('http://shop.example/a.jpg')).toBe('fetched');
    expect(requests).toEqual(['shop.example/a.jpg', 'cdn.example/b.jpg']);
  });

  it.each([
    ...[
      'http://inside.example/',
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://192.168.0.1/',
      'http://cdn.example:25/',
    ],
    ...['file:///etc/passwd', 'http://a:b@cdn.example/', 'http://', 'gopher://cdn.example/'],
  ])('are not followed to %s', async (location) => {
    names['inside.example'] = [['10.1.2.3']];
    redirectTo(location);
    expect(await refusal('http://shop.example/a.jpg')).toBe('refused');
    expect(connected).toEqual([`${PUBLIC}:80`]);
  });

  it('look the host up anew, so that it cannot become private between them', async () => {
    names['shop.example'] = [[PUBLIC], ['169.254.169.254']];
    redirectTo('/again');
    expect(await refusal('http://shop.example/a.jpg')).toBe('refused');
    expect(connected).toHaveLength(1);
  });

  it('are three at most', async () => {
    redirectTo('/more');
    expect(await refusal('http://shop.example/')).toBe('refused');
    expect(connected).toHaveLength(4);
  });
});

describe('A body', () => {
  it.each([
    ['of 10 MB is fetched', MAX_PHOTO_BYTES, 'fetched'],
    ['of a byte more is refused', MAX_PHOTO_BYTES + 1, 'refused'],
  ])('%s', async (_what, bytes, expected) => {
    answer = (_request, response) => response.end(Buffer.alloc(bytes));
    expect(await refusal('http://shop.example/')).toBe(expected);
  });

  it('without end is refused after 10 MB', async () => {
    let sent = 0;
    answer = (_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.on('drain', write);
      write();
    };
    expect(await refusal('http://shop.example/')).toBe('refused');
    expect(sent).toBeLessThan(3 * MAX_PHOTO_BYTES);
  });
});

describe('A host that is too slow fails, and may be asked again', () => {
  const hasty = (resolve: () => Promise<string[]>) =>
    createPictureFetcher({ resolve, agents, timeoutMs: scaleTimeout(50) });

  it.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['sends its body a byte at a time', (_request, response) => void response.writeHead(200).write('p')],
  ])('%s', async (_what, slowly) => {
    answer = slowly;
    const error = await hasty(async () => [PUBLIC])('http://shop.example/').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PictureRefused);
    expect(connected).toHaveLength(1);
  });

  it('has no name server that answers', async () => {
    const error = await hasty(() => new Promise(() => {}))('http://shop.example/').catch((thrown) => thrown);
    expect(error.name).toBe('TimeoutError');
  });
});

it.each([
  [404, 'refused'],
  [403, 'refused'],
  [204, 'refused'],
  [304, 'refused'],
  [429, 'failed: The host answered with status 429'],
  [503, 'failed: The host answered with status 503'],
])('the status %d is %s', async (status, expected) => {
  answer = (_request, response) => response.writeHead(status).end();
  expect(await refusal('http://shop.example/')).toBe(expected);
});
