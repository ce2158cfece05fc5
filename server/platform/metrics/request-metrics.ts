import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { HitSource } from '#server/platform/page-cache/cache-plugin.ts';
import { getRequestKind, type RequestKind } from './request-kind.ts';

/** Counts the requests of visitors, and measures those that are not answered from memory. */
export interface RequestMetrics {
  /** Counts a request that was answered from memory; its status is final. */
  countHit(source: HitSource, url: string, status: number): void;
  /** Measures a request until its response is complete, or its client gone. */
  measure(request: IncomingMessage, response: ServerResponse): void;
  /** Adds the metrics to a registry. */
  register(registry: Registry): void;
}

/** The status of a request whose client did not wait for the response, as nginx writes it. */
const CLIENT_CLOSED_REQUEST = 499;

const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the counts of a process. */
export function createRequestMetrics(): RequestMetrics {
  // Plain numbers, because a hit takes as long as some increments of the library.
  const requests = new Map<RequestKind, Map<number, number>>();
  const hits: Record<HitSource, number> = { pages: 0, api: 0, searches: 0, files: 0 };
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response of a request that was not answered from memory was sent',
    labelNames: ['kind'],
    buckets: DURATION_BUCKETS,
    registers: [],
  });

  function count(kind: RequestKind, status: number) {
    let statuses = requests.get(kind);
    if (!statuses) {
      statuses = new Map();
      requests.set(kind, statuses);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  return {
    countHit(source, url, status) {
      hits[source] += 1;
      count(source === 'files' ? 'file' : getRequestKind('GET', url), status);
    },
    measure({ method = '', url = '' }, response) {
      const begun = performance.now();
      response.once('close', () => {
        const kind = getRequestKind(method, url);
        count(kind, response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST);
        durations.observe({ kind }, (performance.now() - begun) / 1000);
      });
    },
    register(registry) {
      registry.registerMetric(durations);
      new Counter({
        name: 'http_requests_total',
        help: 'Requests by kind of address and status; 499 when the client did not wait for the response',
        labelNames: ['kind', 'status'],
        registers: [registry],
        collect() {
          this.reset();
          for (const [kind, statuses] of requests)
            for (const [status, number] of statuses) this.inc({ kind, status }, number);
        },
      });
      new Counter({
        name: 'cache_hits_total',
        help: 'Requests answered from memory',
        labelNames: ['cache'],
        registers: [registry],
        collect() {
          this.reset();
          for (const [cache, number] of Object.entries(hits)) this.inc({ cache }, number);
        },
      });
    },
  };
}
