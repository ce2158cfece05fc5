import { request } from 'node:http';
import { formatShare } from './generator.ts';
import { type LoadResult, type RunningServer, startServer } from './load.ts';
import type { RawResponse } from './server.ts';

/**
 * A server that sends the recorded responses of paths, including their headers: a bare `node:http` one, or one of sockets, which sends
 * the first of them to whatever is asked and shows how fast the generator of the load is.
 */
export async function startBareServer(
  origin: string,
  paths: string[],
  headers: Record<string, string>,
  kind: 'bare' | 'socket' = 'bare',
): Promise<RunningServer> {
  const responses: Record<string, RawResponse> = {};
  for (const path of paths) responses[path] = await fetchRaw(origin + path, headers);
  return startServer({ kind, responses });
}

/** The raw response, which `fetch` would decode. */
async function fetchRaw(url: string, headers: Record<string, string>) {
  return new Promise<RawResponse>((done, fail) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        const own = Object.entries(response.headers).filter(
          ([name]) => !['date', 'connection', 'keep-alive'].includes(name),
        );
        done({
          headers: Object.fromEntries(own) as Record<string, string>,
          body: Buffer.concat(parts).toString('base64'),
        });
      });
    })
      .on('error', fail)
      .end();
  });
}

/** Formats a result in relation to that of the bare server. */
export function formatComparison(
  name: string,
  load: LoadResult | undefined,
  bare: LoadResult | undefined,
  target: string,
): string {
  if (!load || !bare) throw new Error(`${name} was not measured`);
  const perSecond = (load.perSecond / bare.perSecond).toFixed(2);
  const cpu = (bare.cpuMicros / load.cpuMicros).toFixed(2);
  return `${name}\n  ${Math.round(load.perSecond)} a second, bare ${Math.round(bare.perSecond)}: ratio ${perSecond}, not 2xx ${formatShare(load.otherShare)}; server CPU ${Math.round(load.cpuMicros)} µs, bare ${Math.round(bare.cpuMicros)} µs: ratio ${cpu} (bar: ${target})`;
}
