import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApi } from '#tests/support/api.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { SHOP_CERTIFICATE } from '#tests/support/shop-certificate.ts';
import { scaleTimeout } from '#tests/support/timeouts.ts';

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8');
const isInstalled = (program: string) => spawnSync(program, ['-v']).error === undefined;

/** How each sample is started on ports of ours, with our certificate. */
const PROXIES = {
  nginx: ({ folder, ports, certificate }: Place) => {
    const server = sample('nginx.conf')
      .replaceAll(/listen \[::\].*\n/g, '\n')
      .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
      .replace('listen 443', `listen 127.0.0.1:${ports.https}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${ports.site}`)
      .replace(/ssl_certificate .*/, `ssl_certificate ${certificate.cert};`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${certificate.key};`)
      .replaceAll('/var/log/nginx', folder);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${paths.join(' ')}\n${server} }`,
    );
    return ['-p', folder, '-c', join(folder, 'nginx.conf')];
  },
  caddy: ({ folder, ports, certificate }: Place) => {
    const config = sample('Caddyfile')
      .replace(
        'directory.example {',
        `https://directory.example:${ports.https} {\n\ttls ${certificate.cert} ${certificate.key}`,
      )
      .replace('127.0.0.1:3000', `127.0.0.1:${ports.site}`);
    // Access logs too, which are off by default.
    const options = `{\n\tadmin off\n\tauto_https disable_certs\n\thttp_port ${ports.http}\n\tstorage file_system ${folder}\n`;
    const logged = config.replace('log {', `log {\n\t\toutput file ${folder}/socal-local.log`);
    writeFileSync(
      join(folder, 'Caddyfile'),
      logged.replace('\n{\n', `\n${options}`).replace(`\ttls `, `\tlog\n\ttls `),
    );
    return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

interface Place {
  folder: string;
  ports: Record<'http' | 'https' | 'site', number>;
  certificate: { cert: string; key: string };
}

it.runIf(isInstalled('haproxy'))('HAProxy, where it is installed, accepts the sample configuration', () => {
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(import.meta.dirname, '../deploy/haproxy.cfg')]);
  expect([status, stderr.toString()]).toEqual([0, '']);
});

// The long run starts them.
it.each([
  [
    'nginx.conf',
    /\$(?:request|request_uri|args|query_string|http_referer)\b(?=[^']*';)/,
    /log_format[^;]*\$logged_path/,
  ],
  ['Caddyfile', /^$/, /request>uri regexp \[\?\]\.\* ""\n\s*request>headers>Referer delete/],
  ['haproxy.cfg', /\b(?:option httplog|capture request|log-format)\b/, /mode tcp/],
  ['varnish.vcl', /std\.log\([^)]*req\.(?:url|http\.Referer)/, /varnishncsa[^\n]*%U/],
])('Logs of %s have no query and no Referer', (file, forbidden, required) => {
  expect(sample(file)).not.toMatch(forbidden);
  expect(sample(file)).toMatch(required);
});

describe.runIf(isLongRun).each(['nginx', 'caddy'] as const)('The sample configuration of %s', (name) => {
  if (!isInstalled(name)) {
    it.skip(`is not tested, because ${name} is not installed`, () => {});
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  let proxy: ChildProcess | undefined;
  let close = async () => {};
  afterAll(async () => {
    if (proxy?.kill('SIGTERM')) await once(proxy, 'exit');
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('hides the address that a client claims, gives ids, limits bodies and hides the metrics', async () => {
    const api = await createTestApi({ env: { TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a-token-of-the-metrics' } });
    close = api.close;
    const site = Number(new URL(await api.http.listen({ host: '127.0.0.1', port: 0 })).port);
    const ports = { http: await getFreePort(), https: await getFreePort(), site };
    const certificate = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    writeFileSync(certificate.cert, SHOP_CERTIFICATE.cert);
    writeFileSync(certificate.key, SHOP_CERTIFICATE.key);
    proxy = spawn(name, PROXIES[name]({ folder, ports, certificate }), {
      stdio: 'inherit',
      env: { ...process.env, HOME: folder },
    });

    /** Requests a path by TLS, as a client that claims an address and an id. */
    const ask = async (path: string, body?: Buffer) => {
      const headers = {
        referer: 'https://directory.example/?token=secret-of-a-link',
        host: 'directory.example',
        'x-forwarded-for': '198.51.100.77',
        'x-request-id': 'claimed',
      };
      const sent = request({
        host: '127.0.0.1',
        port: ports.https,
        path,
        method: body ? 'POST' : 'GET',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        servername: 'directory.example',
        rejectUnauthorized: false,
        agent: false,
      });
      // The connection may end before a refused body is sent.
      sent.on('error', () => {});
      sent.end(body);
      const [response] = await once(sent, 'response');
      return {
        status: response.statusCode,
        id: response.headers['x-request-id'],
        body: String(await buffer(response)),
      };
    };
    await expect
      .poll(() => ask('/healthz').catch(() => null), { timeout: scaleTimeout(10_000) })
      .toMatchObject({ status: 200 });

    const ready = await ask('/readyz');
    expect(JSON.parse(ready.body)).toEqual({ status: 'ready', address: '127.0.0.1' });
    // Of the proxy: neither the client's nor one of ours, which have 16 digits.
    expect(ready.id).toMatch(/^[\da-f-]{32,36}$/);
    expect(await ask('/metrics')).toMatchObject({ status: 404 });
    // The program refuses it before it is read, because nobody is signed in.
    expect(await ask('/api/photos', Buffer.alloc(10_000_000))).toMatchObject({ status: 403 });
    // Too large for a picture: Caddy passes on what comes, until it is too much, and the program ends the connection before.
    const { status } = await ask('/api/photos', Buffer.alloc(12_000_000));
    expect(name === 'nginx' ? [413] : [403, 413, 502]).toContain(status);

    const plain = requestHttp({
      host: '127.0.0.1',
      port: ports.http,
      path: '/city/irvine',
      headers: { host: 'directory.example' },
    });
    plain.end();
    const [{ statusCode, headers }] = await once(plain, 'response');
    expect(statusCode).toBe(308);
    expect(headers.location).toMatch(/^https:\/\/directory\.example(:\d+)?\/city\/irvine$/);

    // Also of what failed: nothing answers any more.
    await ask('/quotes/7?token=secret-of-a-link');
    await api.close();
    close = async () => {};
    expect((await ask('/conversations/7?token=secret-of-a-link')).status).toBe(502);
    const readLogs = () =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.log'))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
        .join('');
    await expect.poll(readLogs, { timeout: scaleTimeout(5000) }).toMatch(/\/quotes\/7[\s\S]*\/conversations\/7/);
    expect(readLogs()).not.toMatch(/secret-of-a-link/);
  });
});

async function getFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
