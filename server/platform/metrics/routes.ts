import type { Kysely } from 'kysely';
import { Registry } from 'prom-client';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { isSameSecret } from '#server/platform/http/sessions.ts';
import { createDatabaseMetrics } from './database-metrics.ts';
import { createProcessMetrics, type ProcessMetricsDeps } from './process-metrics.ts';
import { createMetricsReader } from './worker-metrics.ts';

/**
 * `/metrics` is for Prometheus: of all workers together, and of the database. It requires the bearer token, and does not exist without
 * one in the environment. The names are listed in docs/monitoring.md.
 */
export function metricsRoute(
  api: Api,
  {
    db,
    metricsToken: token,
    settings,
    ...deps
  }: ProcessMetricsDeps & { db: Kysely<DB>; metricsToken?: string; settings: Pick<SettingValues, 'emailsPerHour'> },
) {
  if (!token) return;
  const readProcesses = createMetricsReader(createProcessMetrics(deps));
  const readDatabase = createDatabaseMetrics(db, settings, deps.env);
  api.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`))
      return reply.code(401).send({ message: 'Wrong token.' });
    const [processes, database] = await Promise.all([readProcesses(), readDatabase()]);
    if (processes === null) return reply.code(503).send({ message: 'A worker did not respond.' });
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(`${processes}\n${database}`);
  });
}
