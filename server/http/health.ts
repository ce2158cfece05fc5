import { createHash, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { DB } from '#server/db/schema.ts';
import type { LimitedMailer } from '../mail/limits.ts';
import type { Caches } from '../page-cache/response-cache.ts';
import type { Api } from './api.ts';
import type { Refusals } from './refusals.ts';
import { createMetricsReader } from './worker-metrics.ts';

/**
 * `/healthz` answers 200 while the process runs, `/readyz` while its database responds too (503 otherwise). `/metrics` is for
 * Prometheus, of all workers together, and requires the bearer token; it does not exist without a token in the environment.
 */
export function healthRoutes(
  api: Api,
  {
    db,
    caches,
    refusals,
    withheldEmails,
    token,
  }: {
    db: Kysely<DB>;
    caches: Caches;
    refusals: Refusals;
    withheldEmails: LimitedMailer['withheld'];
    token?: string;
  },
) {
  api.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  api.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'the database does not answer' });
    }
  });

  if (!token) return;
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  new Gauge({
    name: 'cached_answers_bytes',
    help: 'Bytes of cached responses in memory',
    labelNames: ['cache'],
    registers: [metrics],
    collect() {
      for (const [cache, { size }] of Object.entries(caches)) this.set({ cache }, size().bytes);
    },
  });
  new Gauge({
    name: 'withheld_emails',
    help: 'Emails that were not sent because of a limit, since the start',
    labelNames: ['purpose'],
    registers: [metrics],
    collect() {
      for (const [purpose, count] of Object.entries(withheldEmails)) this.set({ purpose }, count);
    },
  });
  new Counter({
    name: 'refused_requests_total',
    help: 'Requests refused with 403 or 429, and those of another origin',
    labelNames: ['reason'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [reason, count] of refusals.counts) this.inc({ reason }, count);
    },
  });
  const readMetrics = createMetricsReader(metrics);
  api.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!equalsInConstantTime(request.headers.authorization ?? '', `Bearer ${token}`))
      return reply.code(401).send({ message: 'Wrong token.' });
    const text = await readMetrics();
    if (text === null) return reply.code(503).send({ message: 'A worker did not respond.' });
    return reply.type(metrics.contentType).send(text);
  });
}

function equalsInConstantTime(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
