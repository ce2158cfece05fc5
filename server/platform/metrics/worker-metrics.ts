import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

/** What a worker asks the process that started it, and the answer: null if a worker did not respond. */
export type MetricsQuestion = { asksForMetrics: true };
type MetricsAnswer = { metrics: string | null };

/**
 * How the metrics are read, in the text format of Prometheus: those of this process, or, as one of several workers, of all
 * workers together. Resolves with null if one of them did not respond.
 */
export function createMetricsReader(registry: Registry): () => Promise<string | null> {
  if (!cluster.isWorker) return () => registry.metrics();
  respondWith(registry);
  const waiting: ((metrics: string | null) => void)[] = [];
  process.on('message', (message: Partial<MetricsAnswer>) => {
    const { metrics } = message;
    if (metrics !== undefined) for (const resolve of waiting.splice(0)) resolve(metrics);
  });
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      process.send?.({ asksForMetrics: true } satisfies MetricsQuestion);
    });
}

/** Answers a worker, in the process that started it. */
export async function answerMetrics(worker: Worker) {
  const metrics = await new AggregatorRegistry().clusterMetrics().catch(() => null);
  if (worker.isConnected()) worker.send({ metrics } satisfies MetricsAnswer);
}

/** Lets a worker respond when the metrics of all are asked for; before it has some, with none. */
export function respondWith(...registries: Registry[]) {
  AggregatorRegistry.setRegistries(registries);
  new AggregatorRegistry();
}
