import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { PoolUsage } from '#server/platform/db/pool.ts';
import type { Replica } from '#server/platform/db/replica.ts';
import type { Env } from '#server/platform/env/env.ts';
import type { LoadLimit } from '#server/platform/http/load-limit.ts';
import type { Refusals } from '#server/platform/http/refusals.ts';
import type { LimitedMailer } from '#server/platform/mail/limits.ts';
import type { Caches } from '#server/platform/page-cache/response-cache.ts';
import type { RequestMetrics } from './request-metrics.ts';

/** What a process counts by itself. */
export interface ProcessMetricsDeps {
  requests: RequestMetrics;
  caches: Caches;
  loadLimit: LoadLimit;
  refusals: Refusals;
  withheldEmails: LimitedMailer['withheld'];
  /** Events that were not written, since the start. */
  lostEvents: Readonly<Record<'dropped' | 'refused', number>>;
  /** Whether invalidations arrive. */
  doInvalidationsArrive: () => boolean;
  env: Pick<Env, 'BACKUP_EVERY' | 'BACKUP_TO'>;
  /** Undefined without a replica. */
  replica?: Pick<Replica, 'getState'>;
  /** Undefined in tests, which share a pool. */
  getPoolUsage?: () => PoolUsage;
}

/** The metrics of this process. Those of several workers are added up, unless a metric has another aggregator. */
export function createProcessMetrics(deps: ProcessMetricsDeps): Registry {
  const { caches, doInvalidationsArrive, loadLimit, lostEvents, refusals, requests, withheldEmails } = deps;
  const { env, getPoolUsage, replica } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // The worst of all workers, not their average.
  for (const name of LOOP_DELAYS) Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator: 'max' });
  requests.register(registry);

  const count = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        this.reset();
        for (const [value, number] of read()) this.inc({ [label]: value }, number);
      },
    });
  const show = (name: string, help: string, label: string, read: () => Iterable<[string, number]>) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        for (const [value, number] of read()) this.set({ [label]: value }, number);
      },
    });

  new Gauge({ name: 'workers', help: 'Processes that answer requests', registers: [registry] }).set(1);
  const cacheSizes = () => Object.entries(caches).map(([name, { size }]) => [name, size()] as const);
  show('cache_bytes', 'Memory of the cached responses', 'cache', () =>
    cacheSizes().map(([name, { bytes }]) => [name, bytes]),
  );
  show('cache_responses', 'Cached responses', 'cache', () =>
    cacheSizes().map(([name, { responses }]) => [name, responses]),
  );
  new Gauge({
    name: 'invalidations_arrive',
    help: '1 while the changes of all processes arrive in every worker; 0 when they do not, and nothing is cached',
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.set(doInvalidationsArrive() ? 1 : 0);
    },
  });
  showIfKnown(
    registry,
    'backup_interval_seconds',
    'How often a backup is to be made',
    'max',
    () => env.BACKUP_EVERY * 3600,
  );
  showIfKnown(registry, 'replica_up', '1 if the replica responds and belongs to the database, else 0', 'min', () =>
    replica ? Number(replica.getState().isUp) : null,
  );
  showIfKnown(registry, 'replica_lag_seconds', 'How old what the replica has is', 'max', () =>
    replica ? replica.getState().lagSeconds : null,
  );
  if (getPoolUsage) {
    show('database_pool_connections', 'Connections of the pools', 'state', () => {
      const { used, idle } = getPoolUsage();
      return [
        ['used', used],
        ['idle', idle],
      ];
    });
    new Gauge({
      name: 'database_pool_waiting',
      help: 'Queries that wait for a connection',
      registers: [registry],
      collect() {
        this.set(getPoolUsage().waiting);
      },
    });
  }
  show('requests_in_progress', 'Requests that are worked on, and those that wait', 'state', () => {
    const { reads, waiting, writes } = loadLimit.counts;
    return Object.entries({ reads, waiting, writes });
  });
  count(
    'refused_requests_total',
    'Requests refused with 403 or 429, those of another origin, and too many',
    'reason',
    () => [...refusals.counts, ['busy', loadLimit.counts.refused]] as [string, number][],
  );
  count(
    'invalid_requests_total',
    'Requests refused for their input: with 400, 409, 413 or 415',
    'route',
    () => refusals.invalidCounts,
  );
  count('emails_withheld_total', 'Emails that were not sent because of a limit', 'purpose', () =>
    Object.entries(withheldEmails),
  );
  count('events_lost_total', 'Events of pages that were not counted', 'reason', () => Object.entries(lostEvents));
  return registry;
}

/** A metric that is missing while it is not known. */
const showIfKnown = (
  registry: Registry,
  name: string,
  help: string,
  aggregator: 'min' | 'max',
  read: () => number | null,
) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    aggregator,
    collect() {
      const value = read();
      if (value === null) this.remove();
      else this.set(value);
    },
  });

const LOOP_DELAYS = ['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
  (suffix) => `nodejs_eventloop_lag${suffix}_seconds`,
);
