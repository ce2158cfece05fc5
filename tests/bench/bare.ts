import { request } from 'node:http';
import { type Load, type Running, run } from './load.ts';
import type { Sent } from './server.ts';

// Often enough to see every turn of a page.
const ASKED = 100;

/** A bare `node:http` server that sends what the address answers in its turns, headers included. */
export async function bareTwin(url: string, headers: Record<string, string>): Promise<Running> {
  const answers = new Map<string | undefined, Sent>();
  for (let i = 0; i < ASKED; i++) {
    const answer = await raw(url, headers);
    answers.set(answer.headers.etag, answer);
  }
  return run({ kind: 'bare', answers: [...answers.values()] });
}

/** The answer as it comes over the wire: `fetch` would decode it. */
async function raw(url: string, headers: Record<string, string>) {
  return new Promise<Sent>((done, fail) => {
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

/** What a load showed beside the least, in words. */
export function againstBare(name: string, load: Load | undefined, bare: Load | undefined, bar: string): string {
  if (!load || !bare) throw new Error(`${name} was not measured`);
  const perSecond = (load.perSecond / bare.perSecond).toFixed(2);
  const cpu = (bare.cpuMicros / load.cpuMicros).toFixed(2);
  return `${name}\n  ${Math.round(load.perSecond)} a second, bare ${Math.round(bare.perSecond)}: ratio ${perSecond}; server CPU ${Math.round(load.cpuMicros)} µs, bare ${Math.round(bare.cpuMicros)} µs: ratio ${cpu} (bar: ${bar})`;
}
