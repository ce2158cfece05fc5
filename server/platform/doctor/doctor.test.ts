import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '#server/platform/env/env.ts';
import { generateKeys } from '#server/platform/storage/backup/encryption.ts';
import { openFolderStore } from '#server/platform/storage/backup/folder-store.ts';
import { recordBackup, recordFailure } from '#server/platform/storage/backup/last-backup.ts';
import { type Manifest, writeManifest } from '#server/platform/storage/backup/manifest.ts';
import { writeList } from '#server/platform/storage/backup/pictures.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startMailServer } from '#tests/support/servers/mail-server.ts';
import { startS3Server } from '#tests/support/servers/s3-server.ts';
import { startStripeServer } from '#tests/support/servers/stripe-server.ts';
import { SHOP_CERTIFICATE } from '#tests/support/shop-certificate.ts';
import { asSuperuser } from '#tests/support/test-server.ts';
import { examine } from './doctor.ts';
import { toCertificateFinding } from './origin.ts';

const database = await createTestDatabase();
const mail = await startMailServer();
const bucket = await startS3Server();
const stripe = await startStripeServer({ isLive: true });
afterAll(async () => {
  await Promise.all([mail.close(), bucket.close(), stripe.close()]);
  await database.drop();
});

/** What the site at `ORIGIN` answers to `GET /readyz`. */
let respond: (request: IncomingMessage) => { status?: number; body?: unknown; location?: string };
const site = createServer((request, response) => {
  const { status = 200, body, location } = respond(request);
  response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
  response.end(JSON.stringify(body));
});
await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
afterAll(() => void site.close());
const ORIGIN = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

let webhook: object;
beforeEach(async () => {
  await recordBackup(database.db, '/elsewhere', new Date().toISOString());
  respond = () => ({ body: { status: 'ready', address: '203.0.113.9' } });
  webhook = { url: `${ORIGIN}/api/webhooks/stripe`, status: 'enabled', enabled_events: ['*'] };
  stripe.respondWith((response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data: [webhook] }));
  }, 'GET /v1/webhook_endpoints');
});
afterEach(() => stripe.respondWith(undefined));

const dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const variables = {
  DATA_DIR: dataDir,
  ORIGIN,
  DATABASE_URL: database.env.DATABASE_URL,
  DATABASE_POOL: '2',
  WORKERS: '1',
  SMTP_URL: mail.url,
  TRUSTED_PROXIES: '127.0.0.1',
  ...bucket.env,
  ...stripe.env,
};

/** Those of one subject, as 'state: text'. */
async function check(subject: string, changes: Record<string, string> = {}): Promise<string[]> {
  const found = await examine(readEnv({ ...variables, ...changes }));
  return found.filter((finding) => finding.subject === subject).map(({ state, text }) => `${state}: ${text}`);
}

it('A deployment that is in order has only lines that say so', async () => {
  const found = await examine(readEnv(variables), { testAddress: 'admin@mail.example' });
  const wrong = found.filter(({ state, subject }) => state !== 'ok' && subject !== 'Disk');
  expect(wrong).toEqual([]);
  expect(new Set(found.map(({ subject }) => subject))).toEqual(
    new Set(['Settings', 'Disk', 'Database', 'Clock', 'Backups', 'Mail', 'Bucket', 'Stripe', 'Origin', 'Proxies']),
  );
  expect(mail.delivered.map(({ to }) => to)).toEqual([['admin@mail.example']]);
  mail.delivered.splice(0);
});

it('Without an address no email is sent', async () => {
  await examine(readEnv(variables));
  expect(mail.delivered).toEqual([]);
});

it('No secret is printed, even if something else says it', async () => {
  const METRICS_TOKEN = 'a-token-of-the-metrics';
  respond = () => ({ status: 302, location: `https://elsewhere.example/?${METRICS_TOKEN}` });
  expect((await check('Origin', { METRICS_TOKEN }))[0]).toContain(' leads to https://elsewhere.example/?[hidden].');
  const found = await examine(readEnv({ ...variables, METRICS_TOKEN, S3_BUCKET: 'another-bucket' }));
  for (const secret of [METRICS_TOKEN, stripe.env.STRIPE_SECRET_KEY, stripe.env.STRIPE_WEBHOOK_SECRET])
    expect(JSON.stringify(found)).not.toContain(secret);
});

it('A certificate is to be valid, for two weeks more', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toUTCString();
  expect(toCertificateFinding(inDays(60), null)).toMatchObject({ state: 'ok', text: 'It is valid for 60 days more.' });
  expect(toCertificateFinding(inDays(13), null).state).toBe('warning');
  expect(toCertificateFinding(inDays(-1), 'CERT_HAS_EXPIRED')).toMatchObject({
    text: expect.stringMatching(/^It ended on/),
  });
  const server = createSecureServer(SHOP_CERTIFICATE).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await check('Certificate', { ORIGIN: origin })).toEqual([
    'error: Browsers refuse it (DEPTH_ZERO_SELF_SIGNED_CERT). Use one of a public authority.',
  ]);
  server.closeAllConnections();
  server.close();
});

it.runIf(isLongRun)('The command prints JSON on request, and its exit code is 1 if there are errors', async () => {
  const run = (env: Record<string, string>) =>
    runCommand('server/platform/doctor/doctor.command.ts', { args: ['--json'], env });
  expect(await run({ ...variables, PORT: 'none' })).toMatchObject({
    code: 1,
    stdout: `${JSON.stringify([{ subject: 'Settings', state: 'error', text: 'PORT: must be a whole number' }], null, 2)}\n`,
  });
  const { code, stdout } = await run(variables);
  expect({ code, errors: JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'error') }).toEqual({
    code: 0,
    errors: [],
  });
});

describe('What is wrong is said', () => {
  it('of settings that a start refuses, or accepts', async () => {
    const production = { ORIGIN: 'https://directory.invalid', TRUSTED_PROXIES: '', SMTP_URL: 'smtp://a:b@127.0.0.1:1' };
    expect(await check('Settings', production)).toContainEqual(
      expect.stringMatching(/^error: TRUSTED_PROXIES: is not set/),
    );
    const accepted = { ...production, ALLOW_UNSAFE: 'no-trusted-proxies' };
    expect(await check('Settings', accepted)).toContainEqual(
      expect.stringMatching(/^warning: TRUSTED_PROXIES: is not/),
    );
    expect(await check('Origin', production)).toEqual([
      'error: https://directory.invalid cannot be reached from here (ENOTFOUND). Start the site, and look at the name service, the proxy and the firewall.',
    ]);
  });

  it('of a database that cannot be reached, or whose schema is older', async () => {
    expect(await check('Database', { DATABASE_URL: 'postgres://someone:s3cret@127.0.0.1:1/site' })).toEqual([
      expect.stringMatching(/^error: DATABASE_URL: nothing listens at 127\.0\.0\.1:1/),
    ]);
    const old = await createTestDatabase('empty');
    await asSuperuser(old.name, (client) =>
      client.query("delete from schema_migrations where name like '0001%'; drop extension unaccent cascade"),
    );
    const found = await check('Database', { DATABASE_URL: old.env.DATABASE_URL });
    await old.drop();
    expect(found).toContain('warning: 1 migration is to be applied. The next start does that, or: npm run migrate');
  });

  it('of a restored copy', async () => {
    const value = JSON.stringify({ at: '2026-11-23T21:05:00.000Z', backup: '2026-11-22T21-05-00-000Z' });
    await database.db.insertInto('settings').values({ key: 'restored', value }).execute();
    expect(await check('Database')).toContainEqual(
      expect.stringMatching(/^warning: It is a copy, restored from the backup 2026-11-22T.*npm run restored:confirm/),
    );
    await database.db.deleteFrom('settings').where('key', '=', 'restored').execute();
  });

  it('of backups that are too old', async () => {
    await recordBackup(database.db, '/elsewhere', '2026-01-02T03:04:05Z');
    expect(await check('Backups')).toEqual([
      expect.stringMatching(
        /^error: The last one was made [\d,]+ hours ago\. They are made each day once .*\(BACKUP_TO in the settings of the server/,
      ),
    ]);
  });

  it('of backups of which the last one is elsewhere, or failed', async () => {
    await recordBackup(database.db, '/elsewhere', new Date().toISOString());
    const env = { BACKUP_TO: join(tmpdir(), 'no-backups-yet') };
    expect(await check('Backups', env)).toContainEqual(expect.stringMatching(/^warning: No backup yet\. The site/));
    const at = '2026-11-23T21:05:00.000Z';
    await recordFailure(database.db, env.BACKUP_TO, { at, cause: 'The disk is full.' });
    const failed = `error: The backup of ${at} failed: The disk is full.`;
    expect(await check('Backups', env)).toContainEqual(failed);
    expect(await check('Backups')).not.toContainEqual(failed);
    await recordBackup(database.db, env.BACKUP_TO, new Date().toISOString());
    expect(await check('Backups', env)).toContainEqual('ok: The last one was made less than an hour ago.');
    expect(await check('Backups', env)).not.toContainEqual(failed);
    expect(await check('Backups', { BACKUP_TO: '/dev/null/backups' })).toContainEqual(
      expect.stringMatching(/^error: .*Backups cannot be written to \/dev\/null\/backups \(ENOTDIR\)/),
    );
    await database.db.deleteFrom('settings').where('key', 'like', 'last-backup%').execute();
  });

  it('of backups without a place before the first start in production, and of a secret key that is set', async () => {
    const DATA_DIR = join(tmpdir(), 'none-yet');
    const first = { DATABASE_URL: '', DATA_DIR, ORIGIN: 'https://directory.invalid' };
    expect(await check('Backups', first)).toEqual([
      expect.stringMatching(/^warning: No backup yet\. They are made each day once .*\(BACKUP_TO/),
    ]);
    const { identity } = await generateKeys();
    expect(await check('Backups', { BACKUP_IDENTITY: identity })).toContainEqual(
      expect.stringMatching(/^warning: BACKUP_IDENTITY is set where the site runs/),
    );
  });

  it('of backups that are not where they are to be, or lack files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backups-'));
    const store = openFolderStore(folder);
    const checkPlace = () => check('Backups', { BACKUP_TO: folder });
    expect(await checkPlace()).toContainEqual(`warning: No backup in ${folder} yet.`);
    const id = '2026-11-23T21-05-00-000Z';
    const empty: Manifest = {
      ...{ createdAt: '2026-11-23T21:05:00.000Z', postgres: '18', recipient: null, migrations: [] },
      ...{ tables: [], sequences: [], pictures: null },
    };
    await writeManifest(store, id, empty);
    expect(await checkPlace()).toContainEqual(
      `ok: ${id} in ${folder} has all its files. Checksums are compared by: npm run backup -- --verify`,
    );
    const sha256 = 'a'.repeat(64);
    const table = { name: 'public.listings', columns: ['id'], rows: 1, sha256, part: { bytes: 9, sha256 } };
    await writeManifest(store, id, { ...empty, tables: [table] });
    expect(await checkPlace()).toContainEqual(
      `error: ${id} in ${folder} is not complete. Missing files: 1. Make another one: npm run backup`,
    );
    const picture = `pictures/plain/po/poppy-160.webp.${sha256}`;
    const pictures = { count: 1, part: await writeList(store, id, [picture]) };
    await writeManifest(store, id, { ...empty, pictures });
    expect(await checkPlace()).toContainEqual(
      `error: ${id} in ${folder} is not complete. Missing files: 1. Make another one: npm run backup`,
    );
    writeFileSync(join(folder, `snapshots/${id}/manifest.json`), 'none of ours');
    expect(await checkPlace()).toContainEqual(expect.stringMatching(/^error: .* cannot be read \(.* is damaged\.\)/));
    rmSync(folder, { recursive: true });
  });

  it('of a replica that is away or none, and of one that follows', async () => {
    const other = await createTestDatabase('empty');
    const checkReplica = (url: string) => check('Replica', { DATABASE_REPLICA_URL: url });
    expect(await checkReplica('postgres://someone:s3cret@127.0.0.1:1/site')).toEqual([
      expect.stringMatching(/^error: DATABASE_REPLICA_URL: nothing listens at 127\.0\.0\.1:1/),
    ]);
    const url = other.env.DATABASE_URL as string;
    expect(await checkReplica(url)).toEqual([
      'error: DATABASE_REPLICA_URL leads to a server that follows no other, which is not read. Set it to a replica.',
    ]);
    await asSuperuser(other.name, async (client) => {
      await client.query('create schema fake; grant usage on schema fake to public');
      await client.query(`create function fake.pg_last_wal_replay_lsn() returns pg_lsn language sql
        as $$select 'FFFFFFFF/0'::pg_lsn$$`);
      await client.query(`alter database ${other.name} set search_path = fake, pg_catalog, public`);
    });
    expect(await checkReplica(url)).toEqual([expect.stringMatching(/^ok: It has what was written \d\.\d seconds ago/)]);
    await other.drop();
  });

  it('of connections that will not suffice', async () => {
    expect(await check('Database', { DATABASE_POOL: '200', WORKERS: '8' })).toContainEqual(
      expect.stringMatching(/^warning: .* and this program may need 1619\. Lower DATABASE_POOL/),
    );
  });

  it('of a mail server that cannot be reached', async () => {
    expect(await check('Mail', { SMTP_URL: 'smtp://shop:s3cret-word@127.0.0.1:1' })).toEqual([
      'error: 127.0.0.1:1 does not answer as a mail server (ECONNREFUSED). Correct SMTP_URL, or open its port in the firewall.',
    ]);
  });

  it('of a bucket that does not exist', async () => {
    expect(await check('Bucket', { S3_BUCKET: 'another-bucket' })).toEqual([
      expect.stringMatching(
        /^error: The bucket another-bucket does not write a file \(.*\)\. Correct the S3_… variables/,
      ),
    ]);
  });

  it('of a Stripe that refuses the key, or lacks the webhook or its events', async () => {
    const respondWith = (status: number, body: object, to: string) =>
      stripe.respondWith((response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      }, to);
    webhook = { ...webhook, url: 'https://elsewhere.example/' };
    expect((await check('Stripe'))[1]).toMatch(
      /^error: It has no webhook for http.*\/api\/webhooks\/stripe\. Set it up/,
    );
    webhook = { ...webhook, url: `${ORIGIN}/api/webhooks/stripe`, enabled_events: ['charge.refunded'] };
    expect((await check('Stripe'))[1]).toMatch(
      /^error: The webhook .* lacks payment_intent\.succeeded, .* Add these events/,
    );
    webhook = { ...webhook, status: 'disabled' };
    expect((await check('Stripe'))[1]).toMatch(/^error: The webhook .* is disabled\. Enable it/);
    respondWith(403, { error: { type: 'invalid_request_error', message: 'no' } }, 'GET /v1/webhook_endpoints');
    expect((await check('Stripe'))[1]).toMatch(/^warning: Its webhooks may not be read/);
    respondWith(401, { error: { message: 'Invalid API Key: sk_live_of_the_tests' } }, 'GET /v1/charges');
    expect(await check('Stripe')).toEqual([
      'error: It refuses STRIPE_SECRET_KEY. Copy the key anew from its dashboard.',
    ]);
  });

  it('of an origin that something else answers, or that leads elsewhere', async () => {
    respond = () => ({ body: 'It works!' });
    expect((await check('Origin'))[0]).toMatch(/^error: .* is not answered by this program \(status 200\)/);
    respond = () => ({ status: 301, location: 'https://www.example.com/' });
    expect((await check('Origin'))[0]).toMatch(/^error: .* leads to https:\/\/www\.example\.com\//);
    respond = () => ({ status: 503, body: { status: 'the database does not answer', address: '203.0.113.9' } });
    expect((await check('Origin'))[0]).toMatch(/^error: .* is not ready/);
  });

  it('of proxies that pass a claimed address on, or none', async () => {
    respond = ({ headers }) => ({ body: { status: 'ready', address: headers['x-forwarded-for'] } });
    expect(await check('Proxies')).toEqual([expect.stringMatching(/^error: Visitors can claim any address/)]);
    respond = () => ({ body: { status: 'ready', address: '127.0.0.1' } });
    expect(await check('Proxies')).toEqual([
      expect.stringMatching(/^warning: This request came from 127\.0\.0\.1, which TRUSTED_PROXIES trusts/),
    ]);
  });
});
