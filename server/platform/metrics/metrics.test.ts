import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openDatabase } from '#server/platform/db/open.ts';
import { recordBackup } from '#server/platform/storage/backup/last-backup.ts';
import { createTestApi } from '#tests/support/api.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { explain } from '#tests/support/explain.ts';
import { createDatabaseMetrics, stateQuery } from './database-metrics.ts';

const TOKEN = 'a-token-of-the-metrics';
const api = await createTestApi({
  env: { METRICS_TOKEN: TOKEN },
  getPoolUsage: () => ({ used: 1, idle: 2, waiting: 0 }),
});
let address = '';
beforeAll(async () => {
  address = await api.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(api.close);

const headers = { authorization: `Bearer ${TOKEN}` };
const readMetrics = async () => (await fetch(`${address}/metrics`, { headers })).text();

/** The value of a line, 0 if there is none. */
const getValue = (metrics: string, line: string) =>
  Number(
    metrics
      .split('\n')
      .find((found) => found.startsWith(`${line} `))
      ?.split(' ')[1] ?? 0,
  );

it('Requests are counted by kind and status, those from memory too, and the others are measured', async () => {
  const lines = {
    first: 'http_requests_total{kind="api_read",status="200"}',
    again: 'http_requests_total{kind="api_read",status="304"}',
    hits: 'cache_hits_total{cache="api"}',
    wrong: 'http_requests_total{kind="api_write",status="401"}',
    measured: 'http_request_duration_seconds_count{kind="api_read"}',
  };
  const before = await readMetrics();
  const first = await fetch(`${address}/api/counties`);
  await fetch(`${address}/api/counties`);
  await fetch(`${address}/api/counties`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  await fetch(`${address}/api/user`, { method: 'PATCH', headers: { 'sec-fetch-site': 'same-origin' } });
  // What pages read in-process is no request of a visitor.
  await api.request('GET', '/api/counties');
  const after = await readMetrics();
  const increases = Object.values(lines).map((line) => getValue(after, line) - getValue(before, line));
  expect(increases).toEqual([2, 1, 2, 1, 1]);
});

it('A client that does not wait for its response is counted as 499', async () => {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const { promise: isGone, resolve: end } = Promise.withResolvers<void>();
  const slow = await createTestApi({ env: { METRICS_TOKEN: TOKEN }, database: api.database });
  slow.http.get('/slow', async () => {
    resolve();
    await isGone;
    return '';
  });
  const url = new URL(await slow.http.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(url.port), url.hostname);
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun;
  socket.destroy();
  await expect
    .poll(async () => (await slow.request('GET', '/metrics', { headers })).body)
    .toContain('http_requests_total{kind="page",status="499"} 1');
  end();
  await slow.http.close();
});

it('The queues say what waits, and for how long', async () => {
  await sql`insert into pgboss.job (name, data, start_after) values
    ('mail', '{}', now() - interval '90 s'), ('mail', '{}', now() + interval '1 h'), ('mail-given-up', '{}', now())`.execute(
    api.db,
  );
  const metrics = await createDatabaseMetrics(api.db, { emailsPerHour: 20_000 })();
  await sql`delete from pgboss.job`.execute(api.db);
  expect(getValue(metrics, 'queue_jobs{queue="mail",state="due"}')).toBe(1);
  expect(getValue(metrics, 'queue_jobs{queue="mail",state="later"}')).toBe(1);
  expect(getValue(metrics, 'queue_oldest_due_seconds{queue="mail"}')).toBeGreaterThanOrEqual(90);
  expect(getValue(metrics, 'emails{state="waiting"}')).toBe(2);
  expect(getValue(metrics, 'emails{state="given_up"}')).toBe(1);
  expect(getValue(metrics, 'database_size_bytes')).toBeGreaterThan(1e6);
  expect(getValue(metrics, 'database_connections')).toBeGreaterThan(0);
  expect(metrics).not.toContain('queue="mail-given-up"');
});

it('The database is asked once for scrapes that follow each other, and its absence leaves the other metrics', async () => {
  const database = await createTestDatabase();
  const other = await openDatabase(database.env);
  const read = createDatabaseMetrics(other.db, { emailsPerHour: 20_000 });
  const first = await read();
  expect(first).toContain('\ndatabase_up 1\n');
  await other.close();
  expect(await read()).toBe(first);
  expect(await createDatabaseMetrics(other.db, { emailsPerHour: 20_000 })()).toBe(
    '# HELP database_up 1 when the database responded to the last query of these metrics, else 0\n# TYPE database_up gauge\ndatabase_up 0\n',
  );
  await database.drop();
});

it('The time of the last backup is missing until there is one', async () => {
  const line = /^last_backup_timestamp_seconds (.*)$/m;
  expect(await createDatabaseMetrics(api.db, { emailsPerHour: 20_000 })()).not.toMatch(line);
  await recordBackup(api.db, '/backups', '2026-11-23T21:05:00.000Z');
  const [, seconds] = line.exec(await createDatabaseMetrics(api.db, { emailsPerHour: 20_000 })()) ?? [];
  expect(Number(seconds)).toBe(Date.parse('2026-11-23T21:05:00Z') / 1000);
  expect(getValue(await readMetrics(), 'backup_interval_seconds')).toBe(86_400);
});

it('What waits is found by an index', async () => {
  // A table without rows is read as a whole.
  const plan = await api.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return explain(trx, stateQuery.compile(trx));
  });
  expect(plan.filter((line) => /Scan.* on job/.test(line)).join('\n')).not.toContain('Seq Scan');
});

const ROOT = join(import.meta.dirname, '../../..');
const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8');

// Words of PromQL, and Prometheus's own metric.
const WORDS = new Set(
  'sum rate increase delta histogram_quantile by le kind or and time on status reason cache state queue time unless up'.split(
    ' ',
  ),
);

/** The names of metrics in an expression of PromQL. */
const namesIn = (expression: string) =>
  (expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ').match(/(?<![\w.])[a-z_]\w*/gi) ?? []).filter(
    (name) => !WORDS.has(name),
  );

it('The table, the alerts and the dashboard name metrics that exist, and the table all of ours', async () => {
  const metrics = await readMetrics();
  const known = [...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name as string);
  const exists = (name: string) => known.includes(name.replace(/_(bucket|count|sum)$/, '')) || known.includes(name);

  const alerts = parse(readText('deploy/monitoring/alerts.yaml')).groups[0].rules as { expr: string }[];
  const { panels } = JSON.parse(readText('deploy/monitoring/dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const named = [...alerts, ...panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) => namesIn(expr));
  expect(new Set(named).size).toBeGreaterThan(20);
  expect(named.filter((name) => !exists(name))).toEqual([]);

  const [, table = ''] = readText('docs/monitoring.md').split('## Metrics');
  const documented = [...table.matchAll(/^\| `(\w+)/gm)].map(([, name]) => name as string);
  expect(documented.filter((name) => !exists(name))).toEqual([]);
  expect(known.filter((name) => !/^(nodejs|process)_/.test(name) && !documented.includes(name))).toEqual([]);
});
